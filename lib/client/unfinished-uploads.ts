import type { PreviousUpload, UrlStorage } from "tus-js-client";
import { UNFINISHED_UPLOAD_MS, UNFINISHED_UPLOADS_MAX } from "../config/constants";
import { readStored, STORED, writeStored } from "./stored";

interface Kept {
  fingerprint: string;
  url: string;
  size: number;
  at: number;
}

/** By hand: leaving imports this, and a schema would weigh on every page. */
function isKept(item: Partial<Kept> | null): item is Kept {
  return typeof item?.fingerprint === "string" && typeof item.url === "string" && typeof item.at === "number";
}

const hasExpired = ({ at }: Kept) => Date.now() - at > UNFINISHED_UPLOAD_MS;

/** Addresses of uploads this browser has begun and not finished; older ones are gone on the server too. */
function read(): Kept[] {
  try {
    const found = JSON.parse(readStored(STORED.unfinishedUploads) ?? "[]") as unknown[];
    return found.filter((item): item is Kept => isKept(item as Kept | null) && !hasExpired(item as Kept));
  } catch {
    return [];
  }
}

function write(items: readonly Kept[]): void {
  const last = items.slice(-UNFINISHED_UPLOADS_MAX);
  writeStored(STORED.unfinishedUploads, last.length > 0 ? JSON.stringify(last) : null);
}

const previous = ({ url, size, at }: Kept): PreviousUpload => ({
  size,
  metadata: {},
  creationTime: new Date(at).toISOString(),
  urlStorageKey: url,
  uploadUrl: url,
  parallelUploadUrls: null,
});

/** Where the uploads of a browser are found again after a reload. Keeps no name of a file beyond its fingerprint. */
export const unfinishedUploads: UrlStorage = {
  findAllUploads: async () => read().map(previous),
  findUploadsByFingerprint: async (fingerprint) =>
    read()
      .filter((item) => item.fingerprint === fingerprint)
      .map(previous),
  removeUpload: async (url) => write(read().filter((item) => item.url !== url)),
  addUpload: async (fingerprint, { uploadUrl, size }) => {
    const url = uploadUrl ?? "";
    const others = read().filter((item) => item.url !== url && item.fingerprint !== fingerprint);
    write([...others, { fingerprint, url, size: size ?? 0, at: Date.now() }]);
    return url;
  },
};

/** After logging out nothing of them may be found by the next person. */
export function clearUnfinishedUploads(): void {
  write([]);
}
