//! Uses Rust's libraries for the network, files, threads and processes, and reports on stderr what works.
use std::io::{Error, Read, Result, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, process, thread};

fn listen() -> Result<()> {
    for address in ["127.0.0.1:0", "[::]:0"] {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let packets = UdpSocket::bind(address)?;
        packets.set_broadcast(true)?;
        packets.set_read_timeout(Some(Duration::from_millis(1)))?;
        packets.set_write_timeout(Some(Duration::from_millis(1)))?;
    }
    let packets = UdpSocket::bind("0.0.0.0:0")?;
    packets.set_ttl(3)?;
    packets.set_multicast_ttl_v4(2)?;
    packets.set_multicast_loop_v4(true)
}

fn connect() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let stream = TcpStream::connect_timeout(&listener.local_addr()?, Duration::from_secs(9))?;
    stream.set_nodelay(true)
}

fn pair() -> Result<()> {
    let (mut one, mut other) = UnixStream::pair()?;
    one.set_read_timeout(Some(Duration::from_secs(9)))?;
    other.write_all(b"x")?;
    let mut text = [0];
    one.read_exact(&mut text)
}

fn files() -> Result<()> {
    let path = env::temp_dir().join("runtime_rs");
    let copy = env::temp_dir().join("runtime_rs_");
    fs::write(&path, [b'x'; 5000])?;
    fs::copy(&path, &copy)?;
    fs::File::open(&copy)?.sync_all()?;
    fs::read_dir("/usr")?;
    fs::create_dir_all(env::temp_dir().join("runtime_rs_folder/deep"))?;
    fs::remove_dir_all(env::temp_dir().join("runtime_rs_folder"))
}

fn threads() -> Result<()> {
    let all: Vec<_> = (0..8).map(|i| thread::spawn(move || i * i)).collect();
    let sum: i32 = all.into_iter().map(|one| one.join().unwrap()).sum();
    if sum == 140 { Ok(()) } else { Err(Error::other("another sum")) }
}

fn processes() -> Result<()> {
    let mut child = Command::new("/bin/cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().unwrap().write_all(b"x")?;
    if child.wait_with_output()?.stdout == b"x" { Ok(()) } else { Err(Error::other("another output")) }
}

fn main() {
    let all: [(&str, fn() -> Result<()>); 6] =
        [("listen", listen), ("connect", connect), ("pair", pair), ("files", files), ("threads", threads), ("processes", processes)];
    for (what, act) in all {
        match act() {
            Ok(()) => eprintln!("{what} ok"),
            Err(error) => eprintln!("{what} {error}"),
        }
    }
    process::exit(3);
}
