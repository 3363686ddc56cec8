// Runs where files are read and tries every way out it knows. Told `{ root, tcp, udp, inside, outside }`, it answers
// `{ name: how it was refused }`; "open" is a way out, "silent" one that neither failed nor arrived in time.
const WAIT_MS = 1500;

process.once("message", async (task) => {
  await import(`${task.root}/lib/parsing/worker/no-network.ts`);
  const result = {};
  for (const [name, attempt] of Object.entries(await attempts(task))) result[name] = await outcome(attempt);
  process.send(result);
});

async function outcome(attempt) {
  let timer;
  const silent = new Promise((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, "silent");
  });
  const tried = (async () => attempt())().then(
    () => "open",
    (error) => [error?.code, error?.message, error?.cause?.message].filter(Boolean).join(" "),
  );
  const said = await Promise.race([tried, silent]);
  clearTimeout(timer);
  return said;
}

/** Resolves when a thing that emits says it works, rejects when it says it does not. */
const heard = (emitter, ...good) =>
  new Promise((resolve, reject) => {
    for (const name of good) emitter.once(name, resolve);
    emitter.once("error", reject);
  });
const called = (start) =>
  new Promise((resolve, reject) => start((error, value) => (error ? reject(error) : resolve(value))));

async function attempts({ root, tcp, udp, inside, outside }) {
  const names =
    "net tls http https http2 dgram dns fs child_process worker_threads cluster inspector sqlite wasi module v8".split(
      " ",
    );
  const node = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await import(`node:${name}`)).default])),
  );
  const { net, tls, http, https, http2, dgram, dns, fs, child_process, worker_threads } = node;
  const host = "127.0.0.1";
  const url = `http://${host}:${tcp}/`;
  const resolver = (Resolver) => {
    const own = new Resolver();
    own.setServers([`${host}:${udp}`]);
    return own;
  };
  const library = async (name, use) => use(await import(`${root}/node_modules/${name}`));
  return {
    "net.connect": () => heard(net.connect(tcp, host), "connect"),
    "net.createConnection": () => heard(net.createConnection({ port: tcp, host }), "connect"),
    "net.Socket": () => heard(new net.Socket().connect(tcp, host), "connect"),
    "net named import": async () => heard((await import("node:net")).connect(tcp, host), "connect"),
    "net.createServer": () => heard(net.createServer().listen(0, host), "listening"),
    "net.Server": () => heard(new net.Server().listen(0, host), "listening"),
    "unix socket": () => heard(new net.Socket().connect("/tmp/any.sock"), "connect"),
    "tls.connect": () => heard(tls.connect(tcp, host), "connect"),
    "tls.TLSSocket": () => heard(new tls.TLSSocket(new net.Socket()).connect(tcp, host), "connect"),
    "http.get": () => heard(http.get(url), "response"),
    "http.request": () => heard(http.request(url).end(), "response"),
    "http.ClientRequest": () => heard(new http.ClientRequest(url).end(), "response"),
    "http.Agent": () => heard(new http.Agent().createConnection({ port: tcp, host }), "connect"),
    "https.get": () => heard(https.get(`https://${host}:${tcp}/`), "response"),
    "http2.connect": () => heard(http2.connect(url), "connect"),
    fetch: () => fetch(url),
    "web socket": () => new WebSocket(`ws://${host}:${tcp}/`),
    undici: () => library("undici/index.js", ({ default: undici }) => undici.request(url)),
    "undici fetch": () => library("undici/index.js", ({ default: undici }) => undici.fetch(url)),
    "dgram.createSocket": () => called((done) => dgram.createSocket("udp4").send("x", udp, host, done)),
    "dgram.Socket send": () => called((done) => new dgram.Socket("udp4").send("x", udp, host, done)),
    "dgram.Socket connect": () => called((done) => new dgram.Socket("udp4").connect(udp, host, done)),
    "dgram.Socket bind": () => heard(new dgram.Socket("udp4").bind(0), "listening"),
    "dgram membership": () => new dgram.Socket("udp4").addMembership("224.0.0.114"),
    "dns.lookup": () => called((done) => dns.lookup("canary.example", done)),
    "dns.resolve4": () => called((done) => dns.resolve4("canary.example", done)),
    "dns.promises": () => dns.promises.resolveTxt("canary.example"),
    "dns.lookupService": () => called((done) => dns.lookupService(host, 80, done)),
    "dns.Resolver": () => called((done) => resolver(dns.Resolver).resolve4("canary.example", done)),
    "dns.promises.Resolver": () => resolver(dns.promises.Resolver).resolve4("canary.example"),
    "dns/promises import": async () => (await import("node:dns/promises")).resolve4("canary.example"),
    "process.binding": () => process.binding("tcp_wrap"),
    inspector: () => node.inspector.open(0, host),
    spawn: () => heard(child_process.spawn(process.execPath, ["-v"]), "spawn"),
    execSync: () => child_process.execSync("true"),
    fork: () => heard(child_process.fork(`${root}/lib/parsing/worker/no-network.ts`), "spawn"),
    "cluster.fork": () => heard(node.cluster.fork(), "online"),
    "process.execve": () => process.execve("/bin/true", ["true"], {}),
    "worker thread": () => new worker_threads.Worker("0", { eval: true }),
    "write inside": () => fs.writeFileSync(inside, "changed"),
    "append by promise": () => fs.promises.appendFile(inside, "changed"),
    unlink: () => fs.unlinkSync(inside),
    "write outside": () => fs.writeFileSync(`${outside}.new`, "x"),
    "read outside": () => fs.readFileSync(outside),
    "read by promise": () => fs.promises.readFile(outside),
    "list outside": () => fs.readdirSync("/"),
    symlink: () => fs.symlinkSync(outside, `${inside}.link`),
    "import outside": () => import(outside),
    "parent's environment": () => fs.readFileSync(`/proc/${process.ppid}/environ`),
    sqlite: () => new node.sqlite.DatabaseSync(`${outside}.db`).exec("create table a (b)"),
    wasi: () => new node.wasi.WASI({ version: "preview1", preopens: { "/": "/" } }),
    addon: () => process.dlopen({ exports: {} }, outside),
    "heap snapshot": () => node.v8.writeHeapSnapshot(`${outside}.heap`),
    report: () => process.report.writeReport(`${outside}.json`),
    "signal to the parent": () => process.kill(process.ppid, 0),
    "debugger of the parent": () => process._debugProcess(process.ppid),
  };
}
