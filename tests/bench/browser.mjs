// A signed-in page of Chromium for benches, and the tasks of its main thread while something is done to it.
import { chromium } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { ADMIN } from "../faults/product.mjs";

/** What `use` gives of an administrator's page at 1440 by 900. */
export async function inBrowser(address, use) {
  const args = ["--no-sandbox", "--disable-gpu"];
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const login = await page.request.post(`${address}/api/token/login-pw`, {
      data: ADMIN,
      headers: { origin: address },
    });
    await page.goto(`${address}/api/health`);
    await page.evaluate((token) => localStorage.setItem("token", token), (await login.json()).data.token);
    return await use(page, browser);
  } finally {
    await browser.close();
  }
}

/**
 * Tasks over 50 ms of a page's thread while something is done, and how long the longest task worked itself; milliseconds. What can
 * be done twice is done once without a trace, which takes as much of a small machine as the page does, and once for its work.
 */
export async function tasksDuring(page, browser, act, { isRepeatable = false } = {}) {
  await page.evaluate(() => {
    window.__tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.__tasks.push(Math.round(duration));
    }).observe({ type: "longtask" });
  });
  if (isRepeatable) await act();
  const untraced = isRepeatable ? await page.evaluate(() => window.__tasks) : null;
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await act();
  const trace = JSON.parse(await browser.stopTracing());
  const tasks = untraced ?? (await page.evaluate(() => window.__tasks));
  return { tasks, longestWork: longestWork(trace.traceEvents) };
}

/** On a busy machine tasks also wait for their turn: this is what the longest worked. */
function longestWork(events) {
  const threads = new Set(
    events.flatMap(({ name, args, pid, tid }) =>
      name === "thread_name" && args.name === "CrRendererMain" ? `${pid} ${tid}` : [],
    ),
  );
  const tasks = events.filter(({ name, pid, tid }) => name.endsWith("RunTask") && threads.has(`${pid} ${tid}`));
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}
