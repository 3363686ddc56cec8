// The development server, in the process the start script forks: `next dev` would put it one process further away,
// where neither the start script's messages nor its end can reach it.
import http from "node:http";
import next from "next";

const [port, host] = process.argv.slice(2);
const app = next({ dev: true, hostname: host, port: Number(port) });
await app.prepare();
const handle = app.getRequestHandler();
// Next takes the upgrades to web sockets of this server by itself, from the first request on.
http.createServer((request, response) => handle(request, response)).listen(Number(port), host);
