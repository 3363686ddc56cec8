// Loaded before any parser: whatever a file makes one do, nothing leaves this process (SECURITY FI-03).
import dgram from "node:dgram";
import dns from "node:dns";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

function refuse() {
  throw new Error("No network here.");
}

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.Socket.prototype.bind = refuse;
dgram.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
for (const module of [net, tls, http, https, http2]) {
  for (const name of ["connect", "createConnection", "createServer", "createSecureServer", "request", "get"]) {
    if (typeof module[name] === "function") module[name] = refuse;
  }
}
dgram.createSocket = refuse;
for (const target of [dns, dns.promises]) {
  for (const name of Object.keys(target)) {
    if (/^(lookup|resolve|reverse)/.test(name) && typeof target[name] === "function") target[name] = refuse;
  }
}
syncBuiltinESMExports();
for (const name of ["fetch", "WebSocket", "EventSource"]) {
  Object.defineProperty(globalThis, name, { value: refuse, writable: false, configurable: false });
}
