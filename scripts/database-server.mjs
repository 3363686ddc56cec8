import net from "node:net";

// Frame types of the Postgres protocol this server has to know; everything else passes through.
const QUERY = 0x51;
const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE = 0x44;
const CLOSE = 0x43;
const OF_STATEMENT = 0x53;
const SYNC = 0x53;
const TERMINATE = 0x58;
const IDLE = 0x49;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

const SYNC_FRAME = Uint8Array.of(SYNC, 0, 0, 0, 4);
const ROLLBACK_FRAME = Uint8Array.from([QUERY, 0, 0, 0, 13, ...Buffer.from("ROLLBACK\0")]);

/**
 * Serves one PGlite to many clients over a unix socket. The engine is one backend with one session, so it is handed to
 * one client at a time, from the client's first frame until ReadyForQuery says the backend is idle. Mixing the frames
 * of two clients would give one the other's answer: extended queries share the unnamed statement.
 * Named statements get the client's number before their name, and are closed when it leaves.
 *
 * `maxIdleInTransaction` (ms): a client that keeps a transaction open without a word for so long is cut.
 * `onFatal(error)`: the engine itself failed; the process must end, because nothing it answers can be trusted.
 * `onIdle()`: the last client has left.
 */
export function createDatabaseServer(db, { maxIdleInTransaction = 30_000, onFatal, onIdle = () => {} }) {
  const clients = new Set();
  const waiting = [];
  let owner = null;
  let numbers = 0;

  const backend = {
    ask(client) {
      if (owner === client) return client.run();
      if (!waiting.includes(client)) waiting.push(client);
      backend.handOver();
    },
    handOver() {
      if (owner) return;
      owner = waiting.shift() ?? null;
      owner?.run();
    },
    release(client) {
      if (owner === client) owner = null;
      else if (waiting.includes(client)) waiting.splice(waiting.indexOf(client), 1);
      backend.handOver();
    },
    isOwner: (client) => owner === client,
  };

  const server = net.createServer((socket) => {
    const client = createClient({ db, socket, backend, number: ++numbers, maxIdleInTransaction, onFatal });
    clients.add(client);
    socket.once("close", () => {
      clients.delete(client);
      client.leave();
      if (clients.size === 0) onIdle();
    });
  });

  return {
    clientCount: () => clients.size,
    /** Runs `work` while no client is in the middle of an exchange or a transaction; they wait for its end. */
    exclusive: (work) =>
      new Promise((resolve, reject) => {
        const turn = {
          async run() {
            await work().then(resolve, reject);
            backend.release(turn);
          },
        };
        backend.ask(turn);
      }),
    listen: (path) =>
      new Promise((resolve, reject) => {
        server.once("error", reject).listen(path, resolve);
      }),
    /** Cuts every client and resolves once the frame that is running has ended. */
    async close() {
      server.close();
      for (const client of clients) client.cut();
      while (owner) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

function createClient({ db, socket, backend, number, maxIdleInTransaction, onFatal }) {
  const frames = [];
  const statements = createStatementNames(`${number}_`);
  let busy = false; // frames are being executed
  let open = false; // the backend is in the middle of this client's exchange or transaction
  let gone = false;
  let idleTimer;

  /** Executes frames; resolves with the last byte of the answer, the transaction state if it ends in ReadyForQuery. */
  async function execute(bytes) {
    let last;
    const onRawData = (data) => {
      last = data.at(-1);
      if (!gone) socket.write(Buffer.from(data)); // copied: the engine reuses its memory
    };
    await db.runExclusive(() => db.execProtocolRawStream(bytes, { onRawData }));
    return last;
  }

  /** What is queued of one exchange, in one piece: each piece costs the engine a flush and its reader a wake-up. */
  function takeExchange() {
    const taken = [];
    for (let ends = false; !ends && frames.length && !isTerminate(frames[0]); ends = endsExchange(taken.at(-1))) {
      taken.push(frames.shift());
    }
    const bytes = taken.length === 1 ? taken[0].bytes : Buffer.concat(taken.map((frame) => frame.bytes));
    return { bytes, last: taken.at(-1) };
  }

  /** Executes what is queued until the exchange is complete and the backend is free for the next client. */
  async function drain() {
    while (frames.length && !gone) {
      if (isTerminate(frames[0])) {
        gone = true; // never reaches the backend, which would end for everyone
        socket.end();
        return;
      }
      const { bytes, last } = takeExchange();
      open = true;
      const state = await execute(bytes);
      if (last.isStartup || (endsExchange(last) && state === IDLE)) {
        open = false;
        return;
      }
    }
  }

  /** A client that left must not leave its transaction to the next one, nor its statements for ever. */
  async function cleanUp() {
    if (open) {
      const state = await execute(SYNC_FRAME);
      if (state !== IDLE) await execute(ROLLBACK_FRAME);
      open = false;
    }
    const closing = statements.takeAll();
    if (closing.length > 0) await execute(Buffer.concat([...closing, SYNC_FRAME]));
  }

  const client = {
    async run() {
      if (busy) return;
      busy = true;
      clearTimeout(idleTimer);
      try {
        await drain();
        if (gone) await cleanUp();
      } catch (error) {
        onFatal(error);
        return;
      }
      busy = false;
      if (gone) backend.release(client);
      else if (!open) {
        backend.release(client);
        if (frames.length) backend.ask(client); // behind those who wait already
      } else if (frames.length) client.run();
      else idleTimer = setTimeout(() => socket.destroy(), maxIdleInTransaction);
    },
    leave() {
      gone = true;
      frames.length = 0;
      clearTimeout(idleTimer);
      if (backend.isOwner(client)) client.run();
      else if (statements.areNone()) backend.release(client);
      else backend.ask(client);
    },
    cut: () => socket.destroy(),
  };

  const split = createFrameSplitter({
    onFrame({ bytes, isStartup }) {
      frames.push({ bytes: isStartup ? bytes : statements.renamed(bytes), isStartup });
      backend.ask(client);
    },
    onRefuse: () => socket.write("N"),
    onEnd: () => socket.end(),
    onNonsense: () => socket.destroy(),
  });
  socket.setNoDelay(true);
  socket.on("error", () => {}); // "close" follows and does the work
  socket.on("data", (data) => {
    if (!gone) split(data);
  });
  return client;
}

const isTerminate = ({ isStartup, bytes }) => !isStartup && bytes[0] === TERMINATE;
/** Whether the backend says behind this frame that it is ready, and in which state. */
const endsExchange = ({ isStartup, bytes }) => isStartup || bytes[0] === QUERY || bytes[0] === SYNC;

/** The named statements of one client, under names no other client uses: all of them share one session. */
function createStatementNames(prefix) {
  const names = new Set();
  return {
    areNone: () => names.size === 0,
    /** Frames that close what is there. */
    takeAll() {
      const closing = [...names].map(closeFrame);
      names.clear();
      return closing;
    },
    renamed(bytes) {
      const at = placeOfName(bytes);
      if (at < 0 || bytes[at] === 0) return bytes;
      const name = prefix + Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString();
      if (bytes[0] === PARSE) names.add(name);
      if (bytes[0] === CLOSE) names.delete(name);
      const frame = Buffer.concat([bytes.subarray(0, at), Buffer.from(prefix), bytes.subarray(at)]);
      frame.writeInt32BE(frame.length - 1, 1);
      return frame;
    },
  };
}

/** Where a frame names a statement; -1 where it names none. */
function placeOfName(bytes) {
  switch (bytes[0]) {
    case PARSE:
      return 5;
    case BIND: // behind the portal's name
      return bytes.indexOf(0, 5) + 1;
    case DESCRIBE:
    case CLOSE:
      return bytes[5] === OF_STATEMENT ? 6 : -1;
    default:
      return -1;
  }
}

function closeFrame(name) {
  const frame = Buffer.from(`\0\0\0\0\0S${name}\0`);
  frame[0] = CLOSE;
  frame.writeInt32BE(frame.length - 1, 1);
  return frame;
}

/** Cuts the byte stream of a client into protocol frames; joins parts only once a frame is complete. */
function createFrameSplitter({ onFrame, onRefuse, onEnd, onNonsense }) {
  let parts = [];
  let have = 0;
  let need = 8;
  let started = false; // the first frame has no type byte

  return (data) => {
    parts.push(data);
    have += data.length;
    if (have < need) return;
    let bytes = parts.length > 1 ? Buffer.concat(parts) : data;
    for (;;) {
      const header = started ? 5 : 8;
      need = header;
      if (bytes.length < header) break;
      need = started ? 1 + bytes.readInt32BE(1) : bytes.readInt32BE(0);
      if (need < header) {
        onNonsense();
        return;
      }
      if (bytes.length < need) break;
      const frame = new Uint8Array(bytes.subarray(0, need));
      const code = started ? 0 : bytes.readInt32BE(4);
      bytes = bytes.subarray(need);
      if (code === SSL_REQUEST || code === GSS_REQUEST) onRefuse();
      else if (code === CANCEL_REQUEST)
        onEnd(); // one backend in one thread: there is nobody who could cancel
      else {
        onFrame({ bytes: frame, isStartup: !started });
        started = true;
      }
    }
    parts = bytes.length ? [bytes] : [];
    have = bytes.length;
  };
}
