import { randomBytes } from "node:crypto";
import { rename, unlink } from "node:fs/promises";
import net from "node:net";
import path from "node:path";

const ANSWER_MS = 2000;
const ATTEMPTS = 5;
const ATTEMPT_MS = 200;

/**
 * A lock that dies with its holder: a bound unix socket in `folder`, which answers its holder's process id. A file
 * with a process id would lie after a reboot, or in a container where every start has the same id.
 */
export async function takeLock(folder, name = "lock") {
  for (let attempt = 1; ; attempt++) {
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.end(String(process.pid));
    });
    if (await bind(server, folder, name)) {
      server.unref();
      // Closing removes the bound name, which is relative to the folder.
      return { release: () => new Promise((resolve) => inFolder(folder, () => server.close(resolve))) };
    }
    const pid = await lockHolder(folder, name);
    if (pid === null) await removeStale(folder, name);
    // A holder that takes the connection but does not answer is most likely in the middle of ending.
    else if (pid === 0 && attempt < ATTEMPTS) await new Promise((resolve) => setTimeout(resolve, ATTEMPT_MS));
    else return { heldBy: pid };
  }
}

/** Process id of whoever holds the lock, or null. A holder that does not answer in time counts as 0, and as a holder. */
export function lockHolder(folder, name = "lock") {
  return new Promise((resolve) => {
    const socket = inFolder(folder, () => net.connect(name));
    let text = "";
    socket.setEncoding("utf8").setTimeout(ANSWER_MS);
    socket.on("data", (part) => {
      text += part;
    });
    socket.on("timeout", () => {
      socket.destroy();
      resolve(0);
    });
    socket.on("error", (error) => resolve(error.code === "ECONNREFUSED" || error.code === "ENOENT" ? null : 0));
    socket.on("close", () => resolve(Number(text) || 0));
  });
}

/** Two starts may find the same stale socket: moved away first, so that neither removes what the other has just bound. */
async function removeStale(folder, name) {
  const aside = `${name}.${randomBytes(4).toString("hex")}`;
  try {
    await rename(path.join(folder, name), path.join(folder, aside));
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  const stale = (await lockHolder(folder, aside)) === null;
  await (stale ? unlink(path.join(folder, aside)) : rename(path.join(folder, aside), path.join(folder, name)));
}

function bind(server, folder, name) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    inFolder(folder, () => server.listen({ path: name, readableAll: false, writableAll: false }, () => resolve(true)));
  });
}

/** Socket paths end at 107 bytes and a data folder may lie deeper, so the name is used from inside the folder. */
function inFolder(folder, run) {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return run();
  } finally {
    process.chdir(before);
  }
}
