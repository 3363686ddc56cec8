// Loaded before any parser: whatever a file makes one do, nothing leaves this process (SECURITY FI-03). The permission
// model bounds files, processes and threads; here is what it leaves open.
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
for (const name of Object.keys(dgram.Socket.prototype)) {
  if (/^(bind|connect|send|(add|drop)(Source)?)/.test(name)) dgram.Socket.prototype[name] = refuse;
}
for (const module of [net, tls, http, https, http2]) {
  for (const name of ["connect", "createConnection", "createServer", "createSecureServer", "request", "get"]) {
    if (typeof module[name] === "function") module[name] = refuse;
  }
}
dgram.createSocket = refuse;
// A resolver of one's own asks by itself: its methods are separate from those of the module.
for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of allNames(target)) {
    if (/^(lookup|resolve|reverse)/.test(name) && typeof target[name] === "function") target[name] = refuse;
  }
}
// Opens and writes files without asking the permission model.
const sqlite = process.getBuiltinModule?.("node:sqlite");
for (const name of ["DatabaseSync", "backup"]) if (sqlite?.[name]) sqlite[name] = refuse;
syncBuiltinESMExports();
// Another process of ours must not be ended from here, nor made to open its debugger.
for (const name of ["kill", "_kill", "_debugProcess"]) process[name] = refuse;
for (const name of ["fetch", "WebSocket", "EventSource"]) {
  Object.defineProperty(globalThis, name, { value: refuse, writable: false, configurable: false });
}

/** Also those of what it inherits from: the methods of a resolver are its parent's. */
function allNames(target) {
  const names = [];
  for (let at = target; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    names.push(...Object.getOwnPropertyNames(at));
  }
  return names;
}
