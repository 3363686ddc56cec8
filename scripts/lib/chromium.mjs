import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

// Not the headless shell: it has no microphone, which dictation is tried with.
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The one line for a machine without a browser. */
export const CHROMIUM_MISSING =
  "The end-to-end tests need Chromium: install it with `npx playwright install chromium`, or set PLAYWRIGHT_CHROMIUM to its path.";

/**
 * Path of a Chromium for the end-to-end tests: PLAYWRIGHT_CHROMIUM, else one on PATH, else the one Playwright itself
 * has installed; null when there is none.
 */
export async function findChromium() {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (chosen) return isExecutable(chosen) ? chosen : null;
  for (const folder of ["/usr/bin", ...(process.env.PATH ?? "").split(path.delimiter)]) {
    for (const name of NAMES) {
      const file = path.join(folder || "/", name);
      if (isExecutable(file)) return file;
    }
  }
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
