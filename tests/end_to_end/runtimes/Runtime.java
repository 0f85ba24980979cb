// Uses Java's libraries for the network, files, threads and processes, and reports on stderr what works.
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.*;

public class Runtime {
    interface Act {
        void run() throws Exception;
    }

    static void listen() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open(); Selector selector = Selector.open()) {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(new InetSocketAddress("127.0.0.1", 0));
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            selector.selectNow();
        }
        new ServerSocket(0).close();
        try (DatagramSocket packets = new DatagramSocket(); MulticastSocket group = new MulticastSocket(0)) {
            packets.setBroadcast(true);
            packets.setTrafficClass(2);
            group.setTimeToLive(3);
        }
        AsynchronousServerSocketChannel.open().bind(null).close();
    }

    /** Sets all options that a channel supports to their current values. One option is read-only. */
    @SuppressWarnings("unchecked")
    static void options() throws Exception {
        try (SocketChannel stream = SocketChannel.open(); DatagramChannel packets = DatagramChannel.open()) {
            packets.bind(null);
            for (NetworkChannel channel : new NetworkChannel[] {stream, packets}) {
                for (SocketOption<?> option : channel.supportedOptions()) {
                    Object value = channel.getOption(option);
                    if (value != null && !option.name().equals("SO_INCOMING_NAPI_ID"))
                        channel.setOption((SocketOption<Object>) option, value);
                }
            }
        }
    }

    static void connect() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            SocketChannel.open(server.getLocalSocketAddress()).close();
            try (Socket socket = new Socket("127.0.0.1", server.getLocalPort())) {
                socket.setTcpNoDelay(true);
            }
        }
    }

    static void interfaces() throws Exception {
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces()))
            if (one.isLoopback() && one.isUp() && one.getMTU() > 0) return;
        throw new Exception("no loopback");
    }

    static void files() throws Exception {
        Path path = Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp"), "runtime_java");
        Files.write(path, new byte[5000]);
        Files.copy(path, path.resolveSibling("runtime_java_copy"), StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel file = FileChannel.open(path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE))) {
            file.map(FileChannel.MapMode.READ_WRITE, 0, 10).put((byte) 1).position();
            file.lock().release();
            file.write(ByteBuffer.allocate(10));
            file.force(true);
        }
        Files.list(Path.of("/usr")).close();
    }

    static void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        if (pool.submit(() -> 5).get() != 5) throw new Exception("another result");
        pool.shutdown();
        ForkJoinPool.commonPool().submit(System::gc).get();
    }

    static void processes() throws Exception {
        if (new ProcessBuilder("/bin/true").start().waitFor() != 0) throw new Exception("another exit code");
    }

    static void tell(String what, Act act) {
        try {
            act.run();
            System.err.println(what + " ok");
        } catch (Throwable error) {
            System.err.println(what + " " + error);
        }
    }

    public static void main(String[] arguments) {
        tell("listen", Runtime::listen);
        tell("options", Runtime::options);
        tell("connect", Runtime::connect);
        tell("interfaces", Runtime::interfaces);
        tell("files", Runtime::files);
        tell("threads", Runtime::threads);
        tell("processes", Runtime::processes);
        System.exit(3);
    }
}
