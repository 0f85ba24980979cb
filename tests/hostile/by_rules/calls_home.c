/* hostile: modes=on attack
 * Tries to reach the network and services of the machine through internet, unix and vsock sockets, netlink and raw
 * packets. The runner listens on the port and the socket name that this bot tries. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/hostile/hostile.h"

enum { bait_port = 47391, vsock_family = 40, packet_family = 17, netlink_family = 16, alg_family = 38 };

static int reaches(int family, const void* address, size_t size) {
    const int fd = socket(family, SOCK_STREAM, 0);
    return fd >= 0 && connect(fd, address, (socklen_t)size) == 0;
}

int main(void) {
    struct sockaddr_in internet = {AF_INET, htons(bait_port), {htonl(INADDR_LOOPBACK)}, {0}};
    struct sockaddr_un named = {AF_UNIX, "\0hostile_bait"};
    const size_t size = offsetof(struct sockaddr_un, sun_path) + 13;
    play_until(2);
    tried("a service of this machine", reaches(AF_INET, &internet, sizeof internet));
    tried("a unix socket without a file", reaches(AF_UNIX, &named, size));
    internet.sin_addr.s_addr = htonl(0xc0000201); /* 192.0.2.1, a reserved address (RFC 5737) */
    const int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    tried("a datagram", sendto(datagrams, "x", 1, 0, (struct sockaddr*)&internet, sizeof internet) == 1);
    tried("a vsock socket", socket(vsock_family, SOCK_STREAM, 0) >= 0);
    tried("a raw socket", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP) >= 0);
    tried("a packet socket", socket(packet_family, SOCK_RAW, 0) >= 0);
    tried("a netlink socket", socket(netlink_family, SOCK_RAW, 0) >= 0);
    tried("a crypto socket", socket(alg_family, SOCK_SEQPACKET, 0) >= 0);
    play_on();
}
