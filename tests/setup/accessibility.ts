import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

/** WCAG 2.2 AA. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose answer depends on the colours of a look. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Findings that keep somebody out, in the light look and in the dark one. Leaves the page in the light one. */
export async function findings(page: Page): Promise<string[]> {
  // What is being fetched again is dimmed until it is there.
  await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
  const light = await seriousOf(page, { type: "tag", values: TAGS });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  const dark = await seriousOf(page, { type: "rule", values: OF_COLOURS });
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

/**
 * axe runs in the page itself: its Playwright package gathers the findings of all frames in a page it opens for that, at
 * a second a screen. Frames hold what people and models wrote (`page-preview.tsx`), which is not ours to judge.
 */
async function seriousOf(page: Page, runOnly: RunOptions["runOnly"]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async (options) => {
      // What is still fading in has less contrast than it will have. Brought to its end, not waited for: a page that lies
      // behind another draws no frames, so that nothing ends by itself. What begins from here on takes no time.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`*, *::before, *::after {
      transition-duration: 0s !important; transition-delay: 0s !important;
      animation-duration: 0s !important; animation-delay: 0s !important;
    }`);
      document.adoptedStyleSheets.push(sheet);
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      for (const animation of ending) animation.finish();
      const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
      const found = await axe.run(options);
      document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1);
      return found.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        at: nodes.map(({ target }) => target.join(" ")),
      }));
    },
    { runOnly, resultTypes: ["violations"], iframes: false } satisfies RunOptions,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, at }) => at.map((target) => `${id}: ${target}`));
}
