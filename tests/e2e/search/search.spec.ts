import { startWebSite } from "../../fakes/web-site.mjs";
import { ReadingPage } from "../../pages/reading-page";
import { findings } from "../../setup/accessibility";
import { expect, test } from "../../setup/e2e";

const TARIFF = "The border tariff for steel is 25 percent since May 2026.";
const PERMIT = "The permit for steel costs 40 euros a year.";

const page = (title: string, words: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${words}</p></article></body></html>`;

test("a source is read, searched, cited at its words, drawn out and found again", async ({
  page: screen,
  t,
  baseURL,
  makePerson,
  signIn,
}) => {
  // The one address the product of the tests may read pages from.
  const port = Number(new URL(baseURL ?? "").port) + 3;
  const site = await startWebSite({ port });
  try {
    site.pages["/"] = page("Customs", '<a href="/tariff">Tariff</a> <a href="/permit">Permit</a>');
    site.pages["/tariff"] = page("Border tariff", `${TARIFF} The customs office collects it.`);
    site.pages["/permit"] = page("Steel permit", PERMIT);
    const token = await signIn(await makePerson());
    const headers = { authorization: token };
    const made = await screen.request.post("/api/search/sources", {
      headers,
      data: { name: "Customs office", domains: [`${site.url}/`], pauseMs: 0 },
    });
    const { id } = (await made.json()).data as { id: string };
    expect((await screen.request.post(`/api/search/sources/${id}/crawl`, { headers })).status()).toBe(200);
    await expect
      .poll(
        async () => (await (await screen.request.get(`/api/search/sources/${id}`, { headers })).json()).data.pages,
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThanOrEqual(3);

    const search = new ReadingPage(screen, t);
    await screen.goto("/personal/search");
    await expect(screen).toHaveURL(/\/search-main$/);
    await screen.getByRole("button", { name: new RegExp(t("search.scope.label")) }).click();
    await screen.getByRole("checkbox", { name: /Customs office/ }).click();
    await screen.keyboard.press("Escape");
    await search.pickModel("fake-reader");
    await search.ask("What is the border tariff for steel?");
    await expect(screen).toHaveURL(/\/result\?session=/);
    const answer = await search.answered();
    await expect(answer.getByText(TARIFF)).toBeVisible();

    const pages = screen.getByRole("region", { name: t("search.pages.label"), exact: true });
    await expect(pages.getByRole("button", { name: /Border tariff/ })).toBeVisible();
    const mark = search.marks(answer).first();
    await mark.click();
    expect(TARIFF).toContain((await search.marked((await mark.getAttribute("data-mark")) ?? "")).trim());
    await expect(screen.getByRole("link", { name: new RegExp(`${site.url}/tariff`) }).first()).toBeVisible();

    await screen.getByRole("button", { name: t("search.after.events"), exact: true }).click();
    await expect(screen.getByRole("listitem").filter({ hasText: "2026-05" }).first()).toBeVisible();
    expect(await findings(screen)).toEqual([]);

    site.pages["/tariff"] = page("Border tariff", "The border tariff for steel is 30 percent from now on.");
    await screen.getByRole("button", { name: t("search.bar.again"), exact: true }).click();
    const drawer = screen.getByRole("dialog", { name: t("search.again.title") });
    await expect(drawer.getByText(t("search.again.changed"), { exact: true })).toBeVisible({ timeout: 40_000 });
    await screen.keyboard.press("Escape");

    await screen.getByRole("button", { name: "Who pays?" }).click();
    await search.answered();
    await screen.goto("/personal/search/history?days=7");
    await screen
      .getByRole("link", { name: /border tariff/ })
      .first()
      .click();
    await expect(screen).toHaveURL(/session=/);
    await expect(screen.locator("article[data-message]")).toHaveCount(4);
    await screen.goto("/user/search-record");
    await expect(screen.getByText("What is the border tariff for steel?").first()).toBeVisible();
  } finally {
    await site.close();
  }
});
