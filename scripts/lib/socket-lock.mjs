import { mkdir, rmdir, stat, unlink } from "node:fs/promises";
import net from "node:net";
import path from "node:path";

const ANSWER_MS = 2000;
const ATTEMPTS = 5;
const ATTEMPT_MS = 200;
const TURN_MS = 5000;

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
export async function lockHolder(folder, name = "lock") {
  const found = await probe(folder, name);
  return typeof found === "number" ? found : null;
}

/** The holder's process id, "stale" for the socket of a dead one, "absent" where there is none. */
function probe(folder, name) {
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
    const found = { ECONNREFUSED: "stale", ENOENT: "absent" };
    socket.on("error", (error) => resolve(found[error.code] ?? 0));
    socket.on("close", () => resolve(Number(text) || 0));
  });
}

/**
 * Removes the socket of a dead holder. Several starts may find it at once, and none may remove what another has just
 * bound: they take turns behind a folder, which only one of them can make, and look again inside. A live socket never
 * stands where the stale one was, because nothing binds over an existing name.
 */
async function removeStale(folder, name) {
  const turn = path.join(folder, `${name}.turn`);
  try {
    await mkdir(turn);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const age = await stat(turn).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    // Left by a process that was killed within its turn, which lasts milliseconds.
    if (age > TURN_MS) await rmdir(turn).catch(() => undefined);
    else await new Promise((resolve) => setTimeout(resolve, 20));
    return;
  }
  try {
    // Only what is there and dead: where nothing stands somebody may be binding this very moment.
    if ((await probe(folder, name)) === "stale") await unlink(path.join(folder, name));
  } finally {
    await rmdir(turn).catch(() => undefined);
  }
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
