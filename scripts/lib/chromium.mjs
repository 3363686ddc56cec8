import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

const WHOLE = ["chromium", "chromium-browser", "google-chrome"];
// Draws no window and starts a tenth faster, but has no microphone.
const SHELL = "chromium-headless-shell";

/** The one line for a machine without a browser. */
export const CHROMIUM_MISSING =
  "The end-to-end tests need Chromium: install it with `npx playwright install chromium`, or set PLAYWRIGHT_CHROMIUM to its path.";

/**
 * Path of a Chromium for the end-to-end tests: PLAYWRIGHT_CHROMIUM, else one on PATH (its headless shell first, unless
 * the whole browser is asked for), else the one Playwright itself has installed; null when there is none.
 */
export async function findChromium({ isWhole = false } = {}) {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const names = isWhole ? WHOLE : [SHELL, ...WHOLE];
  for (const name of names) {
    for (const folder of ["/usr/bin", ...(process.env.PATH ?? "").split(path.delimiter)]) {
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
