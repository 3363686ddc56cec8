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

// @exempt requests: takes every way to send one away

function refuse(): never {
  throw new Error("No network here.");
}

/** By name: the types say that none of this is ever replaced. */
function shut(target: object, names: Iterable<string>): void {
  const fields = target as Record<string, unknown>;
  for (const name of names) if (typeof fields[name] === "function") fields[name] = refuse;
}

shut(net.Socket.prototype, ["connect"]);
shut(net.Server.prototype, ["listen"]);
shut(
  dgram.Socket.prototype,
  Object.keys(dgram.Socket.prototype).filter((name) => /^(bind|connect|send|(add|drop)(Source)?)/.test(name)),
);
for (const module of [net, tls, http, https, http2]) {
  shut(module, ["connect", "createConnection", "createServer", "createSecureServer", "request", "get"]);
}
shut(dgram, ["createSocket"]);
// A resolver of one's own asks by itself: its methods are separate from those of the module.
for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  shut(
    target,
    allNames(target).filter((name) => /^(lookup|resolve|reverse)/.test(name)),
  );
}
// Opens and writes files without asking the permission model.
const sqlite = process.getBuiltinModule?.("node:sqlite");
if (sqlite) shut(sqlite, ["DatabaseSync", "backup"]);
syncBuiltinESMExports();
// Another process of ours must not be ended from here, nor made to open its debugger.
shut(process, ["kill", "_kill", "_debugProcess"]);
for (const name of ["fetch", "WebSocket", "EventSource"]) {
  Object.defineProperty(globalThis, name, { value: refuse, writable: false, configurable: false });
}

/** Also those of what it inherits from: the methods of a resolver are its parent's. */
function allNames(target: object): string[] {
  const names: string[] = [];
  for (let at: object | null = target; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    names.push(...Object.getOwnPropertyNames(at));
  }
  return names;
}
