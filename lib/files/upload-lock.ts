import "server-only";
import type { Locker } from "@tus/server";
import { AppError } from "@/lib/errors/errors";

/** A request waits so long for the one that holds an upload, milliseconds. */
const WAIT_MS = 15_000;

interface Holder {
  /** Asks the holder to let go: its connection may be dead, and the one that asks is the person's new one. */
  askToLeave: () => unknown;
  left: Promise<void>;
  leave: () => void;
}

// Routes may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __uploadHolders?: Map<string, Holder> };
shared.__uploadHolders ??= new Map();
const holders = shared.__uploadHolders;

/** Takes an upload for one request of this process at a time; answers how to let go. Throws uploadBusy. */
async function take(id: string, askToLeave: () => unknown, signal?: AbortSignal): Promise<() => void> {
  const until = Date.now() + WAIT_MS;
  for (let holder = holders.get(id); holder; holder = holders.get(id)) {
    await holder.askToLeave();
    if (signal?.aborted || !(await hasLeft(holder, until - Date.now()))) throw new AppError("uploadBusy");
  }
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const leave = () => {
    if (holders.get(id) === holder) holders.delete(id);
    resolve();
  };
  const holder: Holder = { askToLeave, left, leave };
  holders.set(id, holder);
  return leave;
}

async function hasLeft({ left }: Holder, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([left.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs `work` while no other request of this process touches the upload. Throws uploadBusy. */
export async function withUpload<T>(id: string, work: () => Promise<T>): Promise<T> {
  const leave = await take(id, () => undefined);
  try {
    return await work();
  } finally {
    leave();
  }
}

/** The same lock for the tus server. The package's own one asks in a busy loop while it waits. */
export const uploadLocker: Locker = {
  newLock: (id) => {
    let leave: (() => void) | undefined;
    return {
      lock: async (signal, askToLeave) => {
        leave = await take(id, askToLeave, signal);
      },
      unlock: async () => leave?.(),
    };
  },
};
