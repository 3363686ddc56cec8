import { readFile } from "node:fs/promises";
import { makeDepartmentOf, RecordsPage, talk } from "../../pages/records-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test, tokenOf } from "../../setup/e2e";

inBothLanguages("Conversation records", () => {
  test("show figures only, words once the department opens them, and the person sees who read", async ({
    page,
    t,
    makePerson,
    signIn,
    baseURL,
  }) => {
    const [admin, person] = [await makePerson({ roleKeys: ["administrator"] }), await makePerson()];
    const token = await signIn(admin);
    const department = await makeDepartmentOf(page.request, token, [person]);
    const personToken = await tokenOf(page.request, person, baseURL ?? "");
    await talk(page.request, personToken, { title: "Whale plan", text: "Where do whales sleep?" });
    await signIn(admin);
    const records = new RecordsPage(page, t);

    await records.openConsole(`?user=${person.id}`);
    await expect(records.rows).toHaveCount(2);
    await expect(records.row(person.name)).toContainText(t("records.closed.short.policy"));
    await expect(records.row("whales")).toHaveCount(0);
    await records.search.fill("whales");
    await expect(page.getByText(t("common.table.noResult"))).toBeVisible();
    await records.search.fill("");
    await records.row(person.name).click();
    await expect(records.drawer).toContainText(t("records.closed.policy"));
    await expect(records.drawer.getByRole("button", { name: t("records.drawer.open") })).toHaveCount(0);
    await page.keyboard.press("Escape");

    await records.openPolicy(department);
    await records.drawer.getByRole("radio", { name: t("records.policy.accessChoice.content") }).click();
    await records.save();
    await expect(records.drawer).toHaveCount(0);

    await records.openConsole(`?user=${person.id}`);
    await records.search.fill("whales");
    await expect(page).toHaveURL(/q=whales/);
    await expect(records.row("Where do whales sleep?")).toHaveCount(1);
    await records.row("Where do whales sleep?").click();
    await records.drawer.getByRole("button", { name: t("records.drawer.open") }).click();
    await expect(records.drawer.getByRole("article", { name: t("chat.question"), exact: true })).toContainText(
      "Where do whales sleep?",
    );
    await expect(records.drawer).toContainText("Echo: Where do whales sleep?");
    await expect(records.drawer).toContainText("Whale plan");
    expect(await findings(page)).toEqual([]);
    await records.drawer.getByRole("link", { name: t("records.drawer.makePrompt") }).click();
    await expect(page).toHaveURL(/prompt-manage\?prompt=new/);
    await expect(page.getByRole("textbox", { name: t("prompts.field.content") })).toHaveValue("Where do whales sleep?");
    await records.openConsole(`?user=${person.id}`);
    await records.row("Where do whales sleep?").click();
    await records.drawer.getByRole("link", { name: t("records.drawer.openLog") }).click();
    await expect(page).toHaveURL(/model-supplier\?tab=log&open=/);
    await expect(page.getByRole("dialog")).toContainText("fake-echo");

    await signIn(person);
    await records.openOwn();
    await page.getByRole("button", { name: t("records.own.reads") }).click();
    await expect(records.drawer.getByRole("listitem")).toHaveCount(1);
    await expect(records.drawer).toContainText(admin.name);
    await records.drawer.getByRole("link", { name: "Whale plan" }).click();
    await expect(page).toHaveURL(/\/personal\/chat\?id=/);
  });

  test("are reached from the reports and leave as a file", async ({ page, t, makePerson, signIn, baseURL }) => {
    const [admin, person] = [await makePerson({ roleKeys: ["administrator"] }), await makePerson()];
    const personToken = await tokenOf(page.request, person, baseURL ?? "");
    await talk(page.request, personToken, { title: "Reports", text: "A question for the reports" });
    await signIn(admin);
    const records = new RecordsPage(page, t);
    await page.goto(`/system/report-v2/tokens-stats/user?period=7d&user=${person.id}&calls=${person.id}`);
    await expect(records.drawer.getByRole("listitem")).toHaveCount(1);
    await records.drawer.getByRole("link", { name: t("reports.calls.records") }).click();
    await expect(page).toHaveURL(new RegExp(`detail-record\\?from=.*user=${person.id}`));
    await expect(page.getByRole("heading", { level: 1, name: t("records.title") })).toBeVisible();
    await expect(records.rows).toHaveCount(2);
    await expect(page.getByRole("button", { name: new RegExp(person.name) }).first()).toBeVisible();

    await page.getByRole("button", { name: t("common.export.label"), exact: true }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: t("common.export.csv") }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain(person.account);
    expect(text).toContain(t("records.closed.policy"));
    expect(text).not.toContain("A question for the reports");

    await page.getByRole("button", { name: new RegExp(`^${t("records.filter.feedback")}`) }).click();
    await page.getByRole("menuitemradio", { name: t("records.feedback.dislike") }).click();
    await expect(page).toHaveURL(/feedback=dislike/);
    await page.getByRole("button", { name: t("common.table.clearFilters") }).click();
    await expect(page).toHaveURL(/detail-record$/);
  });

  test("of one's own are found, opened, taken along and deleted where the department lets one", async ({
    page,
    t,
    makePerson,
    signIn,
    baseURL,
  }) => {
    const [admin, person] = [await makePerson({ roleKeys: ["administrator"] }), await makePerson()];
    const token = await signIn(admin);
    const department = await makeDepartmentOf(page.request, token, [person]);
    const personToken = await tokenOf(page.request, person, baseURL ?? "");
    let kept = "";
    for (const [title, text] of [
      ["First", "Tell me about otters"],
      ["Second", "Tell me about beavers"],
      ["Third", "Tell me about moles"],
    ] as const) {
      kept = await talk(page.request, personToken, { title, text });
    }
    await signIn(person);
    const records = new RecordsPage(page, t);
    await records.openOwn();
    await expect(records.rows).toHaveCount(4);
    await expect(page.getByText(t("records.own.policy.metadata"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await records.search.fill("Echo: Tell me about otters");
    await expect(records.rows).toHaveCount(2);
    await page.getByRole("button", { name: t("common.export.label"), exact: true }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: t("records.own.markdown") }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain("> Tell me about otters");
    expect(text).not.toContain("beavers");
    await records.row("otters").getByRole("button").first().click();
    await expect(page).toHaveURL(/\/personal\/chat\?id=/);
    await expect(page.getByRole("log")).toContainText("Tell me about otters");

    await records.openOwn();
    await page.getByRole("button", { name: t("records.own.more", { title: "First" }) }).click();
    await page.getByRole("menuitem", { name: t("records.own.delete") }).click();
    await records.question.getByRole("button", { name: t("records.own.delete") }).click();
    await expect(records.row("otters")).toHaveCount(0);
    await page.getByRole("checkbox", { name: t("records.own.select", { title: "Tell me about beavers" }) }).click();
    await page
      .getByRole("toolbar")
      .getByRole("button", { name: t("records.own.deleteSome") })
      .click();
    await records.question.getByRole("button", { name: t("records.own.deleteSome") }).click();
    await expect(records.row("beavers")).toHaveCount(0);
    await expect(records.row("moles")).toHaveCount(1);

    await signIn(admin);
    await records.openPolicy(department);
    await records.drawer.getByRole("switch", { name: t("records.policy.deleteField") }).click();
    await records.drawer.getByRole("switch", { name: t("records.policy.keepsField") }).click();
    const days = records.drawer.getByLabel(t("records.policy.daysField"));
    await days.fill("0");
    await records.save();
    await expect(records.drawer.getByText(t("validation.range"))).toBeVisible();
    await days.fill("90");
    await records.save();
    await records.question.getByRole("button", { name: t("records.policy.shortenOk") }).click();
    await expect(records.drawer).toHaveCount(0);

    const headers = { authorization: await signIn(person) };
    await records.openOwn();
    await expect(page.getByText(t("records.own.policy.mayNotDelete"))).toBeVisible();
    await expect(page.getByText(t("records.own.policy.keepsFor", { days: 90 }))).toBeVisible();
    await page.getByRole("button", { name: t("records.own.more", { title: "Third" }) }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(1);
    const refused = await page.request.delete(`/api/chat/sessions/${kept}`, { headers });
    expect(refused.status()).toBe(403);
    expect((await refused.json()).message).toBe(t("errors.conversationsKept"));
  });

  test("of searches say truly that there are none yet", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto("/user/search-record");
    await expect(page.getByText(t("records.own.searchesEmpty.title"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    // Other people of this run search: nothing is looked for that anybody said.
    await page.goto("/system/detail-manage/search-record?q=zxqwvut");
    await expect(page.getByText(t("common.table.noResult"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});

test("the policies keep nobody out", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const records = new RecordsPage(page, t);
  await records.openConsole();
  await page
    .getByRole("button", { name: t("records.actions.policy") })
    .first()
    .click();
  await expect(records.drawer.getByRole("listitem").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await records.drawer.getByRole("listitem").first().getByRole("button").click();
  await expect(records.drawer.getByRole("radiogroup")).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
