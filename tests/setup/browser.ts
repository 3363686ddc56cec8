import { CHROMIUM_MISSING, findChromium } from "../../scripts/lib/chromium.mjs";

/** How the tests' browser is started; the whole one has a microphone. Throws when there is none. */
export async function launchOptions({ isWhole = false } = {}) {
  const executablePath = await findChromium({ isWhole });
  if (!executablePath) throw new Error(CHROMIUM_MISSING);
  return {
    executablePath,
    // Without a UTF-8 locale Chromium calls every download of a Chinese name "download".
    env: { ...process.env, LC_ALL: "C.UTF-8" } as Record<string, string>,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A microphone that hums: dictation is tried without one.
      "--use-fake-device-for-media-stream",
    ],
  };
}
