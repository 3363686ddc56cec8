import { ChatPage } from "../../pages/chat-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

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
  const foreign: string[] = [];
  await page.route(
    (url) => url.hostname === "canary.invalid",
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
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
