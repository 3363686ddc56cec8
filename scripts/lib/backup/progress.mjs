import { say } from "../report.mjs";

const EVERY_MS = 2000;

/** 1.4 GB, 12.0 MB, 3 KB. */
export function sizeText(bytes) {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} KB`;
}

export const countText = (count) => count.toLocaleString("en-GB");

/**
 * Progress as lines a person reads, at most one every two seconds; `onPercent` hears whole percent, each once.
 * `step(name, from, to)` begins a part of the work, which stands for that part of the hundred percent.
 */
export function createProgress(onPercent = () => {}) {
  let part = { name: "", from: 0, to: 0 };
  let told = 0;
  let percent = -1;
  return {
    step(name, from, to) {
      part = { name, from, to };
      told = Date.now();
      say(`${name} …`);
    },
    /** `words`: what was done of this part, in place of the percentage. */
    at(done, total, words) {
      const share = total > 0 ? done / total : 1;
      const now = Math.floor(part.from + (part.to - part.from) * share);
      if (now !== percent) onPercent(now);
      percent = now;
      if (Date.now() - told < EVERY_MS) return;
      told = Date.now();
      say(`${part.name}: ${words ?? `${Math.floor(share * 100)} %`}`);
    },
  };
}
