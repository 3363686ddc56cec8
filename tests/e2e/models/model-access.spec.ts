import { ChatPage } from "../../pages/chat-page";
import { ModelAccessPage } from "../../pages/model-access-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const modelPort = Number(process.env.E2E_PORT ?? 3900) + 1;
const address = `http://127.0.0.1:${modelPort}/v1`;
const KEY = "sk-canary-e2e-1234abcd";
const unique = () => `supplier ${crypto.randomUUID().slice(0, 8)}`;

inBothLanguages("model access", () => {
  test("a supplier is connected in one drawer; its model is tested, asked, switched off and deleted", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ModelAccessPage(page, t);
    const name = unique();
    await screen.open();
    await screen.connect({ name, address, key: KEY, models: ["fake-tools", "fake-401", "fake-no-usage"] });
    const card = screen.card(name);
    await expect(card).toContainText(address);

    // Journeys in both languages add the same models: the later ones carry the supplier's name.
    const names = await card
      .getByRole("switch")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    const full = (upstream: string) => {
      const label = names.find((found) => found.includes(upstream)) ?? "";
      return label.slice(label.indexOf("fake-"));
    };
    const [refused, working] = [full("fake-401"), full("fake-no-usage")];
    await screen.command(refused, t("models.menu.test"));
    await expect(screen.row(refused)).toContainText(t("models.reason.supplierUnauthorized"));
    await expect(screen.row(refused)).toContainText(t("models.detail", { text: "Incorrect API key provided: ***" }));
    await screen.command(working, t("models.menu.test"));
    await expect(screen.row(working)).toContainText(t("models.status.normal"));

    // With a name: none is made for it, which would be a call of its own.
    const named = { headers: { authorization: token }, data: { title: "One call" } };
    const made = await (await page.request.post("/api/chat/sessions", named)).json();
    const chat = new ChatPage(page, t);
    await chat.open(`?id=${made.data.id}`);
    await chat.input.fill("hello");
    await page.getByRole("button", { name: t("chat.composer.model", { model: "" }).trim() }).click();
    await page.getByRole("menuitemradio", { name: working }).click();
    await chat.send.click();
    await chat.finished(working);

    await screen.open(`?q=${encodeURIComponent(name)}`);
    const toggle = page.getByRole("switch", { name: t("models.row.enable", { name: working }), exact: true });
    await toggle.click();
    const warning = page.getByRole("alertdialog", { name: t("models.disableModel.title") });
    await expect(warning).toContainText(t("modelUses.calls", { count: 1, people: 1 }));
    await warning.getByRole("button", { name: t("models.disableModel.ok"), exact: true }).click();
    await expect(toggle).not.toBeChecked();
    await page.reload();
    await expect(toggle).not.toBeChecked();
    await chat.open();
    await page.getByRole("button", { name: t("chat.composer.model", { model: "" }).trim() }).click();
    await expect(page.getByRole("menuitemradio", { name: working })).toHaveCount(0);

    await screen.open(`?q=${encodeURIComponent(name)}`);
    await screen.command(working, t("models.menu.delete"));
    const question = page.getByRole("alertdialog", { name: t("models.deleteModel.title") });
    await expect(question).toContainText(working);
    await question.getByRole("button", { name: t("models.deleteModel.ok") }).click();
    await expect(screen.row(working)).toHaveCount(0);
  });

  test("a wrong key is told in the supplier's words; a new address demands the key again; the key is never shown", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const bodies: string[] = [];
    page.on("response", async (response) => {
      if (response.url().includes("/api/admin/model")) bodies.push(await response.text().catch(() => ""));
    });
    const screen = new ModelAccessPage(page, t);
    const name = unique();
    await screen.open();
    await screen.add.click();
    await screen.drawer.getByLabel(t("models.form.name")).first().fill(name);
    await screen.drawer.getByLabel(t("models.form.address")).fill(address);
    await screen.drawer.getByLabel(t("models.form.key"), { exact: true }).fill("wrong-key");
    await screen.drawer.getByRole("button", { name: t("models.form.find"), exact: true }).click();
    await expect(screen.drawer.getByRole("alert")).toContainText(t("errors.supplierUnauthorized"));
    await expect(screen.drawer.getByRole("alert")).not.toContainText("wrong-key");
    await screen.drawer.getByLabel(t("models.form.key"), { exact: true }).fill(KEY);
    await screen.drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(screen.drawer).toHaveCount(0);

    await page.getByRole("button", { name: t("models.supplier.keyFor", { name }), exact: true }).click();
    await expect(screen.drawer).toContainText(t("models.form.keyStored", { hint: "abcd" }));
    await screen.drawer.getByLabel(t("models.form.address")).fill("http://127.0.0.1:9/v1");
    await screen.drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(screen.drawer.getByText(t("validation.keyAgain"))).toBeVisible();
    // Until the refusal has settled the drawer stays locked.
    await expect(screen.drawer.getByRole("button", { name: t("common.action.save") })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(screen.drawer).toHaveCount(0);
    await expect(screen.card(name)).toContainText(address);
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.join("\n")).not.toContain(KEY);

    await page.getByRole("button", { name: t("models.supplier.more", { name }), exact: true }).click();
    await page.getByRole("menuitem", { name: t("models.menu.deleteSupplier") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("models.deleteSupplier.ok") })
      .click();
    await expect(screen.card(name)).toHaveCount(0);
  });

  test("filters live in the address, and no result offers the way back", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ModelAccessPage(page, t);
    await screen.open();
    await page.getByRole("radio", { name: new RegExp(`^${t("models.filter.language")}`) }).click();
    await page.getByRole("searchbox", { name: t("models.search") }).fill("builtin-extractive");
    await expect(page).toHaveURL(/\?q=builtin-extractive&type=language$/);
    await expect(page.getByRole("switch")).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole("switch")).toHaveCount(1);
    await page.getByRole("searchbox", { name: t("models.search") }).fill("no such model");
    await expect(page.getByText(t("models.noResult"))).toBeVisible();
    await page.getByRole("button", { name: t("models.clearFilters") }).click();
    await expect(page).toHaveURL(/\/model-access$/);
    await expect(screen.card(t("models.supplier.builtin"))).toBeVisible();
  });
});

test("a default is chosen from the menu and marks its row", async ({ page, t, makePerson, signIn }) => {
  const token = await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const headers = { authorization: token };
  const defaults = async () =>
    (await (await page.request.get("/api/admin/model/defaults", { headers })).json()).data.chat;
  const before = await defaults();
  const screen = new ModelAccessPage(page, t);
  const name = unique();
  await screen.open();
  await screen.connect({ name, address, key: KEY, models: ["fake-length"] });
  await screen.command("fake-length", t("models.menu.setDefaultChat"));
  await expect(screen.row("fake-length")).toContainText(t("models.row.default"));
  expect(await defaults()).not.toBe(before);
  const back = await page.request.patch("/api/admin/model/defaults", { headers, data: { chat: before } });
  expect(back.status()).toBe(200);
});
