# Plays the first valid move.
use strict;
$| = 1;
sub text { my $text = <STDIN>; exit 0 unless defined $text; chomp $text; return $text; }
sub skip { text() for 1 .. $_[0]; }
sub number { return (split ' ', text())[0]; }
skip(2);
my $height = number();
while (1) {
    text();
    skip(number());
    skip($height + 1);
    my $moves = number();
    my $first = text();
    skip($moves - 1);
    print "$first\n";
}
