import { stripVTControlCharacters } from "node:util";

const SCREEN_MS = 1000;
const PLAIN_MS = 15_000;

/** Takes a command's output as it comes and hands on each whole line, without colours. */
export function lineReader(onLine) {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = lines.pop();
    for (const line of lines) onLine(stripVTControlCharacters(line).trim());
  };
}

/** What Next is doing, from a line that it prints; undefined for a line that tells no step. */
export function buildStep(line) {
  if (line.startsWith("Creating an optimized production build")) return "compiling";
  if (line.startsWith("Collecting page data")) return "reading the pages";
  if (line.startsWith("Finalizing page optimization")) return "finishing";
  const pages = /Generating static pages.*\((\d+)\/(\d+)\)/.exec(line);
  return pages ? `generating pages, ${pages[1]} of ${pages[2]}` : undefined;
}

/** The same of npm, which tells each package it fetches and each install script at the level `info`. */
export function installStep() {
  let fetched = 0;
  return (line) => {
    if (/^npm http (fetch GET 200|cache) \S+\.tgz /.test(line)) return `${++fetched} packages fetched`;
    const script = /^npm info run (\S+) \w*install /.exec(line);
    return script ? `install script of ${script[1]}` : undefined;
  };
}

/**
 * Tells what a long command is at and for how long: one line that changes on a terminal, a line every 15 seconds
 * elsewhere. `step` sets what is told; `end` clears the line.
 * @param {string} label
 * @param {{ isTTY?: boolean, columns?: number, write: (text: string) => unknown }} stream
 */
export function showProgress(label, stream = process.stdout) {
  const began = performance.now();
  let step = "starting";
  const text = () => `${label}: ${step}, ${Math.round((performance.now() - began) / 1000)} s`;
  const show = () => stream.write(stream.isTTY ? `\r\x1b[2K${text().slice(0, stream.columns - 1)}` : `${text()}\n`);
  const timer = setInterval(show, stream.isTTY ? SCREEN_MS : PLAIN_MS);
  timer.unref();
  return {
    step: (next) => {
      if (!next || next === step) return;
      step = next;
      if (stream.isTTY) show();
    },
    end: () => {
      clearInterval(timer);
      if (stream.isTTY) stream.write("\r\x1b[2K");
    },
  };
}
