import { startAnthropicServer } from "../../fakes/anthropic-server.mjs";
import { ChatPage } from "../../pages/chat-page";
import { ModelAccessPage } from "../../pages/model-access-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const modelPort = Number(process.env.E2E_PORT ?? 3900) + 1;
const address = `http://127.0.0.1:${modelPort}/v1`;
const KEY = "sk-canary-e2e-5678abcd";
const unique = () => `supplier ${crypto.randomUUID().slice(0, 8)}`;

inBothLanguages("models put to the test", () => {
  test("Anthropic's list is found; a model is probed, taken over, shown to administrators only", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const anthropic = await startAnthropicServer();
    try {
      await signIn(await makePerson({ roleKeys: ["administrator"] }));
      const screen = new ModelAccessPage(page, t);
      const name = unique();
      await screen.open();
      await screen.add.click();
      await screen.drawer.getByRole("combobox").first().click();
      await page.getByRole("option", { name: "Anthropic", exact: true }).click();
      await screen.drawer.getByLabel(t("models.form.name")).first().fill(name);
      await screen.drawer.getByLabel(t("models.form.address")).fill(anthropic.url);
      // Required here: its label carries a star.
      await screen.drawer.locator('input[name="apiKey"]').fill(KEY);
      await screen.drawer.getByRole("button", { name: t("models.form.find"), exact: true }).click();
      await screen.drawer.getByRole("checkbox", { name: "fake-able", exact: true }).check();
      await screen.drawer.getByRole("button", { name: t("common.action.save") }).click();
      await screen.drawer.getByRole("button", { name: t("models-list.prices.skip") }).click();
      await expect(screen.drawer).toHaveCount(0);
      const row = screen.card(name).getByRole("listitem").first();
      // The list told the size.
      await expect(row).toContainText("200K");
      const label = await row.getByRole("switch").getAttribute("aria-label");
      const model = /fake-able.*$/.exec(label ?? "")?.[0] ?? "";

      await screen.command(model, t("models.menu.edit"));
      await expect(page).toHaveURL(/open=model%3A/);
      const probes = screen.drawer.getByRole("region", { name: t("models.probe.title") });
      await probes.getByRole("button", { name: t("models.probe.run") }).click();
      await expect(probes.getByText(t("models.probe.ok"), { exact: true })).toHaveCount(5);
      await expect(probes).toContainText("Paris");
      const reasoning = screen.drawer.getByRole("checkbox", { name: t("models.ability.reasoning") });
      await expect(reasoning).not.toBeChecked();
      await probes.getByRole("button", { name: t("models.probe.takeOver") }).click();
      await expect(reasoning).toBeChecked();

      await screen.drawer.getByRole("radio", { name: t("models.visibility.partial") }).click();
      await expect(screen.drawer).toContainText(t("models.visibility.nobody"));
      await screen.drawer.getByRole("searchbox", { name: t("models.visibility.roleSearch") }).fill("no such role");
      await expect(screen.drawer).toContainText(t("models.visibility.none"));
      await screen.drawer.getByRole("searchbox", { name: t("models.visibility.roleSearch") }).fill("");
      await screen.drawer.getByRole("checkbox", { name: /^(管理员|Administrator)$/ }).check();
      await screen.drawer.getByRole("button", { name: t("common.action.save") }).click();
      await expect(screen.drawer).toHaveCount(0);
      await expect(row).toContainText(t("models.row.partial"));
      await expect(row).toContainText(t("models.ability.reasoning"));

      await signIn(await makePerson({ roleKeys: ["staff"] }));
      const chat = new ChatPage(page, t);
      await chat.open();
      await page.getByRole("button", { name: t("chat.composer.model", { model: "" }).trim() }).click();
      await expect(page.getByRole("menuitemradio").first()).toBeVisible();
      // Exactly this one: the journey in the other language has a model of a similar name.
      const offered = page.getByRole("menuitemradio").filter({ has: page.getByText(model, { exact: true }) });
      await expect(offered).toHaveCount(0);
    } finally {
      await anthropic.close();
    }
  });

  test("a chat, a rerank and a speech model are tried by hand; request and answer show no key", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ModelAccessPage(page, t);
    const name = unique();
    await screen.open();
    // Of none that the journeys of chat pick by name: this supplier stays beside theirs.
    await screen.connect({ name, address, key: KEY, models: ["fake-history", "fake-rerank", "fake-speech"] });
    const labels = await screen
      .card(name)
      .getByRole("switch")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    const full = (upstream: string) => {
      const label = labels.find((found) => found.includes(upstream)) ?? "";
      return label.slice(label.indexOf("fake-"));
    };
    const run = screen.drawer.getByRole("button", { name: t("models.try.run"), exact: true });
    const done = screen.drawer.getByText(t("models.try.done"), { exact: true });

    await screen.command(full("fake-history"), t("models.menu.try"));
    await run.click();
    await expect(screen.drawer.getByText(t("validation.required"))).toBeVisible();
    await screen.drawer.getByLabel(t("models.try.prompt")).first().fill("why");
    await run.click();
    await expect(done).toBeVisible();
    await expect(screen.drawer.getByTestId("try-answer")).toHaveText('[["user","why"]]');
    await screen.drawer.getByText(t("models.try.request"), { exact: true }).click();
    await expect(screen.drawer).toContainText('"content": "why"');
    await expect(screen.drawer).not.toContainText(KEY);
    await page.keyboard.press("Escape");

    await screen.command(full("fake-rerank"), t("models.menu.try"));
    await screen.drawer.getByLabel(t("models.try.subject.rerank")).fill("ab");
    await screen.drawer.getByLabel(t("models.try.documents")).fill("xyz\nabc");
    await run.click();
    await expect(done).toBeVisible();
    await expect(screen.drawer.locator("ol > li").first()).toContainText("abc");
    await page.keyboard.press("Escape");

    await screen.command(full("fake-speech"), t("models.menu.try"));
    await screen.drawer.getByLabel(t("models.try.subject.speech")).fill("hello");
    await run.click();
    await expect(done).toBeVisible();
    await expect(screen.drawer.getByLabel(t("models.try.sound"))).toBeVisible();
  });
});

test("defaults are chosen in one drawer and named before their model goes", async ({ page, t, makePerson, signIn }) => {
  await signIn(await makePerson({ roleKeys: ["administrator"] }));
  const screen = new ModelAccessPage(page, t);
  const name = unique();
  await screen.open();
  await screen.connect({ name, address, key: KEY, models: ["fake-schema"] });
  await page
    .getByRole("button", { name: t("models.defaults.title") })
    .first()
    .click();
  await screen.drawer.getByRole("combobox", { name: t("models.purpose.referee") }).click();
  await page.getByRole("option", { name: "fake-schema", exact: true }).click();
  await screen.drawer.getByRole("button", { name: t("common.action.save") }).click();
  await expect(screen.drawer).toHaveCount(0);
  await expect(screen.row("fake-schema")).toContainText(t("models.row.default"));
  await screen.command("fake-schema", t("models.menu.delete"));
  const question = page.getByRole("alertdialog", { name: t("models.deleteModel.title") });
  await expect(question).toContainText(t("models.purpose.referee"));
  await question.getByRole("button", { name: t("models.deleteModel.ok") }).click();
  await expect(screen.row("fake-schema")).toHaveCount(0);
});
