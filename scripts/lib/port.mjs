import net from "node:net";
import { StartError } from "./report.mjs";

const REASONS = {
  EADDRINUSE: (port) => `Port ${port} is already in use. Stop the other program or set PORT to another number.`,
  EACCES: (port) => `Port ${port} is not allowed for this user. Set PORT to a number above 1023.`,
};

/** Throws a StartError when nobody may listen on the address; asked before the database starts, to fail early. */
export function checkPort(port, host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error) => {
      const reason = REASONS[error.code]?.(port) ?? `HOST ${host} cannot be listened on (${error.code}).`;
      reject(new StartError(reason));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}
