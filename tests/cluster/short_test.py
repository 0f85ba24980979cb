"""Tests a short tournament on one node of a private Slurm. It is a part of `make test` if Slurm is installed."""
from cluster_case import SlurmCase, main
from tournament_case import SMALL


class ShortTest(SlurmCase):
    nodes = 1

    def test_200_games(self):
        arguments = [*self.picks(2), *SMALL, "--games", "200", "--openings", "4", "--seed", "9"]
        self.local(*arguments)
        self.batches(*arguments)
        self.assertEqual(self.count(), 200)
        self.assert_same()
        self.assert_queue_empties()


if __name__ == "__main__":
    main()
