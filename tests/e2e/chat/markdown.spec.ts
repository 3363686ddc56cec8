import type { Page } from "@playwright/test";
import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

/** What a page sends to the host that hostile answers name; nothing is expected. */
async function canaryCalls(page: Page): Promise<string[]> {
  const calls: string[] = [];
  await page.route(
    (url) => url.hostname === "canary.invalid",
    (route) => {
      calls.push(route.request().url());
      return route.abort();
    },
  );
  return calls;
}

inBothLanguages("markdown", () => {
  test("tables, code with its copy button, mathematics and tasks are typeset", async ({
    page,
    context,
    t,
    makePerson,
    signIn,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(await makePerson());
    const chat = new ChatPage(page, t);
    await chat.open();
    await chat.pickModel("fake-markdown");
    await chat.ask("summary");
    const answer = await chat.finished("fake-markdown");
    await expect(answer.getByRole("heading", { name: "Quarterly summary" })).toBeVisible();
    await expect(answer.getByRole("table").getByRole("row")).toHaveCount(3);
    await expect(answer.getByRole("cell", { name: "+18.6 %" })).toBeVisible();
    await expect(answer.locator("figure pre")).toContainText("SELECT region");
    await expect(answer.locator(".katex")).toHaveCount(2);
    await expect(answer.getByRole("checkbox")).toHaveCount(2);
    const link = answer.getByRole("link", { name: "notice" });
    await expect(link).toHaveAttribute("rel", /noopener/);
    await answer.getByRole("button", { name: t("chat.markdown.copyCode") }).click();
    await expect(page.getByText(t("common.toast.copied"))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("GROUP BY region;");
  });
});

test("a hostile answer runs nothing and sends nothing anywhere", async ({ page, t, makePerson, signIn }) => {
  const foreign = await canaryCalls(page);
  await signIn(await makePerson());
  const chat = new ChatPage(page, t);
  await chat.open();
  await chat.pickModel("fake-hostile");
  await chat.ask("attack");
  const answer = await chat.finished("fake-hostile");
  await expect(answer).toContainText("Before");
  await expect(answer.locator("script, iframe, form, style, img, svg a, [onload], [onerror], [onclick]")).toHaveCount(
    0,
  );
  for (const word of ["click", "raw"]) {
    const text = answer.getByText(word, { exact: true });
    if ((await text.count()) > 0) await text.first().click();
  }
  await page.reload();
  await expect(chat.answers("fake-hostile")).toContainText("Before");
  expect(await page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined();
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(foreign).toEqual([]);
});

test("diagrams are drawn as pictures, pages shown in a locked frame; neither runs nor loads anything", async ({
  page,
  t,
  makePerson,
  signIn,
  consoleErrors,
}) => {
  const foreign = await canaryCalls(page);
  await signIn(await makePerson());
  const chat = new ChatPage(page, t);
  await chat.open();
  await chat.pickModel("fake-figures");
  await chat.ask("draw");
  const answer = await chat.finished("fake-figures");
  const blocks = answer.locator("figure");
  await expect(blocks).toHaveCount(4);
  const plan = blocks.nth(0);
  await expect(plan.getByRole("img", { name: t("chat.markdown.diagram") })).toBeVisible();
  await plan.getByRole("button", { name: t("chat.markdown.showCode") }).click();
  await expect(plan.locator("pre")).toContainText("flowchart LR");
  await plan.getByRole("button", { name: t("chat.markdown.preview") }).click();
  await expect(plan.getByRole("img")).toBeVisible();

  const listing = blocks.nth(1);
  await expect(listing.locator("pre")).toContainText("Price list");
  await listing.getByRole("button", { name: t("chat.markdown.preview") }).click();
  const frame = listing.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Price list" })).toBeVisible();
  await expect(listing.locator("iframe")).toHaveAttribute("sandbox", "");
  await frame.getByRole("link", { name: "out" }).click();

  // What is no diagram stays the text it is.
  await expect(blocks.nth(2).locator("pre")).toContainText("nothing at all");
  await expect(blocks.nth(2).getByRole("img")).toHaveCount(0);

  const trap = blocks.nth(3);
  await expect(trap.getByRole("img").or(trap.locator("pre")).first()).toBeVisible();
  expect(await page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined();
  expect(page.url()).toContain("/personal/chat");
  expect(foreign).toEqual([]);
  // The browser tells of what the frame tried and was kept from; of nothing else.
  const isOfFrame = (text: string) => /about:srcdoc|canary\.invalid\/p\.png.*img-src /.test(text);
  expect(consoleErrors.filter((text) => !isOfFrame(text))).toEqual([]);
  expect(consoleErrors.length).toBeGreaterThan(0);
  consoleErrors.length = 0;
});
