import { mkdir, realpath, rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { copyFolder } from "./copy-folder.mjs";
import { StartError } from "./report.mjs";

/** Beside the database's socket, in a folder only this user can enter. */
const SOCKET = "snapshot";
const MOST_BYTES = 4096;

/**
 * Answers requests for a copy of the embedded database as it is at one moment. Its clients wait while its files are
 * copied, which is quicker by far than reading its rows, and nobody waits while the copy is read.
 */
export async function serveSnapshots({ db, server, dataDir, socketDir }) {
  const file = path.join(socketDir, SOCKET);
  const listener = net.createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8").on("error", () => {});
    socket.on("data", (part) => {
      text += part;
      if (text.length > MOST_BYTES) socket.destroy();
      else if (text.endsWith("\n")) {
        copyTo(JSON.parse(text).target).then(
          (milliseconds) => socket.end(JSON.stringify({ milliseconds })),
          (error) => socket.end(JSON.stringify({ error: error.code ?? error.message })),
        );
      }
    });
  });

  async function copyTo(target) {
    const parent = await realpath(path.dirname(target));
    if (!parent.startsWith(`${await realpath(dataDir)}${path.sep}`)) throw new Error("outside of the data folder");
    return server.exclusive(async () => {
      const began = performance.now();
      await db.exec("checkpoint");
      const to = path.join(parent, path.basename(target), "pg");
      await mkdir(path.dirname(to), { mode: 0o700 });
      await copyFolder(path.join(dataDir, "pg"), to);
      return Math.round(performance.now() - began);
    });
  }

  await rm(file, { force: true });
  await new Promise((resolve, reject) => listener.once("error", reject).listen(file, resolve));
  listener.unref();
}

/**
 * Asks the running database for a copy of itself in the new folder `target`, which lies in a folder of its data folder.
 * Resolves with the milliseconds its clients waited.
 */
export function requestSnapshot(socketDir, target) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path.join(socketDir, SOCKET));
    let text = "";
    socket.setEncoding("utf8");
    socket.on("connect", () => socket.write(`${JSON.stringify({ target })}\n`));
    socket.on("data", (part) => {
      text += part;
    });
    socket.on("error", (error) => reject(new StartError(`The running database cannot be reached (${error.code}).`)));
    socket.on("close", () => {
      const answer = text ? JSON.parse(text) : { error: "it ended" };
      if (answer.error === undefined) return resolve(answer.milliseconds);
      const failure = new StartError(`The running database could not be copied (${answer.error}).`);
      reject(Object.assign(failure, { code: answer.error }));
    });
  });
}
