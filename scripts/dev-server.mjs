// The development server, in the process the start script forks: `next dev` would put it one process further away,
// where neither the start script's messages nor its end can reach it.
import http from "node:http";
import next from "next";

const [port, host] = process.argv.slice(2);
const app = next({ dev: true, hostname: host, port: Number(port) });
await app.prepare();
const handle = app.getRequestHandler();
const upgrade = app.getUpgradeHandler();
http
  .createServer((request, response) => handle(request, response))
  .on("upgrade", (request, socket, head) => upgrade(request, socket, head))
  .listen(Number(port), host);
