// Uses node's libraries for the network, files, threads and processes, and reports on stderr what works.
const { exec, fork, spawnSync } = require("child_process");
const dgram = require("dgram");
const fs = require("fs");
const net = require("net");
const { Worker } = require("worker_threads");

const tell = (what, result) => fs.writeSync(2, `${what} ${result}\n`);
const until = (emitter, event) =>
  new Promise((resolve, reject) => {
    emitter.once(event, resolve);
    emitter.once("error", reject);
  });

async function listen() {
  for (const host of ["127.0.0.1", undefined]) {
    const server = net.createServer().listen(0, host);
    await until(server, "listening");
    server.close();
  }
  for (const type of ["udp4", "udp6"]) {
    const socket = dgram.createSocket({ type, reuseAddr: true }).bind(0);
    await until(socket, "listening");
    socket.setBroadcast(true);
    socket.setTTL(3);
    socket.setMulticastTTL(2);
    socket.setMulticastLoopback(true);
    socket.close();
  }
}

async function connect() {
  const server = net.createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await until(server, "listening");
  const socket = net.connect({ port: server.address().port, host: "127.0.0.1", noDelay: true, keepAlive: true });
  try {
    await until(socket, "connect");
  } finally {
    socket.destroy();
    server.close();
  }
}

async function files() {
  const path = `${require("os").tmpdir()}/runtime_js`;
  await fs.promises.writeFile(path, "x".repeat(5000));
  fs.fsyncSync(fs.openSync(path, "r+"));
  await fs.promises.copyFile(path, path + "_");
  if ((await fs.promises.readFile(path + "_")).length !== 5000) throw new Error("short");
  await fs.promises.readdir("/usr");
  fs.unlinkSync(path);
}

async function threads() {
  const worker = new Worker("require('worker_threads').parentPort.postMessage(5)", { eval: true });
  if ((await until(worker, "message")) !== 5) throw new Error("another message");
}

async function processes() {
  if (spawnSync("/bin/cat", { input: "x" }).stdout.toString() !== "x") throw new Error("another output");
  await new Promise((resolve, reject) => exec("exit 0", (error) => (error ? reject(error) : resolve())));
  const child = fork(__filename, ["child"]);
  child.send("x");
  if ((await until(child, "message")) !== "x again") throw new Error("another message");
  child.disconnect();
}

async function all() {
  for (const act of [listen, connect, files, threads, processes])
    await act().then(() => tell(act.name, "ok"), (error) => tell(act.name, error));
  process.exit(3);
}

if (process.argv[2] === "child") process.on("message", (text) => process.send(text + " again"));
else all();
