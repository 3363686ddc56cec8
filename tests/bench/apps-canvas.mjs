// The canvas of `bench:apps`: how soon it opens, and the tasks of the page while a node is dragged.
import { inBrowser, tasksDuring } from "./browser.mjs";

const COLUMNS = 10;
const OPENINGS = 6;

/** A workflow in rows of ten, each node after the one above it. */
export function wideFlow(count) {
  const template = (at) => ({
    id: `t${at}`,
    type: "template",
    data: { title: `Step ${at}`, template: at < COLUMNS ? "{{start.text}}" : `{{t${at - COLUMNS}.text}} ${at}` },
    position: { x: (at % COLUMNS) * 280, y: 120 + Math.floor(at / COLUMNS) * 120 },
  });
  const middle = Array.from({ length: count - 2 }, (_, at) => template(at));
  const start = { id: "start", type: "start", data: {}, position: { x: 1260, y: 0 } };
  const end = { id: "end", type: "answer", data: { text: "done" }, position: { x: 0, y: 120 * count } };
  const edges = middle.map(({ id }, at) => ({ source: at < COLUMNS ? "start" : `t${at - COLUMNS}`, target: id }));
  return { nodes: [start, ...middle, end], edges: [...edges, { source: middle.at(-1).id, target: "end" }] };
}

/** Milliseconds to the first node that is painted, of reloads with a warm cache; and tasks while one is dragged. */
export function canvasTimes(address, appId) {
  return inBrowser(address, async (page, browser) => {
    const opened = [];
    for (let count = 0; count < OPENINGS; count += 1) {
      const from = performance.now();
      await page.goto(`${address}/apps/app-params-edit/${appId}`, { waitUntil: "commit" });
      await page.locator(".react-flow__node").first().waitFor();
      opened.push(performance.now() - from);
      await page.waitForLoadState("networkidle");
    }
    const node = page.locator('.react-flow__node[data-id="t4"]');
    const { x, y, width } = await node.boundingBox();
    const dragged = await tasksDuring(page, browser, async () => {
      await page.mouse.move(x + width / 2, y + 12);
      await page.mouse.down();
      for (let step = 0; step < 100; step += 1) {
        await page.mouse.move(x + width / 2 + 2 * step, y + 12 + (step % 40));
        await page.waitForTimeout(16);
      }
      await page.mouse.up();
    });
    return { opened: opened.slice(1), ...dragged };
  });
}
