import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** WCAG 2.2 AA. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose answer depends on the colours of a look. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Findings that keep somebody out, in the light look and in the dark one. Leaves the page in the light one. */
export async function findings(page: Page): Promise<string[]> {
  const light = await seriousOf(page, (axe) => axe.withTags(TAGS));
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  const dark = await seriousOf(page, (axe) => axe.withRules(OF_COLOURS));
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

async function seriousOf(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // What is still fading in has less contrast than it will have. Brought to its end, not waited for: axe gathers its
  // findings in a page of its own, and one that lies behind another draws no frames, so that nothing ends by itself. What
  // begins from here on takes no time.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, *::before, *::after {
      transition-duration: 0s !important; transition-delay: 0s !important;
      animation-duration: 0s !important; animation-delay: 0s !important;
    }`);
    document.adoptedStyleSheets.push(sheet);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of ending) animation.finish();
  });
  const { violations } = await choose(new AxeBuilder({ page })).analyze();
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
