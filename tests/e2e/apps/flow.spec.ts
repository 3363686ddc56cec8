import { AppsPage } from "../../pages/apps-page";
import { FlowPage } from "../../pages/flow-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("workflows", () => {
  test("a workflow is drawn with mouse and keys, put right and published", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson());
    const flow = new FlowPage(page, t);
    await new AppsPage(page, t).make("workflow", `Flow ${crypto.randomUUID().slice(0, 8)}`);
    await expect(flow.node("start")).toBeVisible();
    await expect(flow.edges()).toHaveCount(1);

    // A form with a field.
    await flow.node("start").click();
    await flow.settings.getByRole("button", { name: t("apps-editor.variables.add"), exact: true }).click();
    // Each node is added after the one that is picked: into the way on, and on the branches that are free.
    await flow.node("start").focus();
    await flow.add("condition", "condition1");
    await expect(flow.edges()).toHaveCount(2);
    await flow.add("template", "template1");
    await flow.node("condition1").click();
    await flow.add("template", "template2");
    await flow.node("template1").click();
    await flow.add("join", "join1");
    await expect(flow.edges()).toHaveCount(5);

    // With the keys: from the second template to the join.
    await flow.node("template2").focus();
    await page.keyboard.press("p");
    const target = t("apps-flow.nodes.join");
    const status = page.getByRole("status").filter({ hasText: t("apps-flow.nodes.template") });
    for (let step = 0; step < 4 && !(await status.textContent())?.endsWith(target); step += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect(flow.edges()).toHaveCount(6);
    // With the mouse: from the join to the answer. The way past it is cut in the settings.
    const from = flow.node("join1").locator(".react-flow__handle.source");
    await from.dragTo(flow.node("answer").locator(".react-flow__handle.target"));
    await expect(flow.edges()).toHaveCount(7);
    await flow.open("template2");
    await flow.settings.getByRole("button", { name: t("apps-flow.connections.title"), exact: true }).click();
    await flow.settings
      .getByRole("button", {
        name: t("apps-flow.connections.cut", {
          from: t("apps-flow.nodes.template"),
          to: t("apps-flow.nodes.answer"),
        }),
        exact: true,
      })
      .click();
    await expect(flow.edges()).toHaveCount(6);

    // What is compared is picked from what nodes before gave.
    await flow.open("condition1");
    await flow.field(t("apps-flow.form.left", { number: 1 })).pressSequentially("{{");
    const values = page.getByRole("listbox", { name: t("apps-flow.values.label"), exact: true });
    await values
      .getByRole("option")
      .filter({ hasText: t("apps-editor.variables.newLabel", { number: 1 }) })
      .click();
    await expect(flow.field(t("apps-flow.form.left", { number: 1 }))).toHaveText(/ \/ /);
    await flow.field(t("apps-flow.form.right", { number: 1 })).fill("rain");
    await flow.open("template1");
    await flow.field(t("apps-flow.form.templateText")).fill("Dry");
    await flow.open("template2");
    // A name nobody has is a problem, said at the node, in the list, and at the field.
    await flow.field(t("apps-flow.form.templateText")).fill("Wet: {{gone.field1}}");
    await expect(flow.node("template2")).toContainText(t("apps-flow.problems.reference", { name: "gone.field1" }));
    await flow.open("join1");
    await flow.settings.getByRole("button", { name: t("apps-flow.form.addValue"), exact: true }).click();
    await flow.field(t("apps-flow.form.valueNumbered", { number: 1 })).fill("{{template1.text}}");
    await flow.open("answer");
    await flow.field(t("apps-flow.form.answerText")).fill("{{join1.value}}");

    // Nothing with a problem is published: the list of them opens, and leads there.
    await page.getByRole("button", { name: t("apps-editor.publish"), exact: true }).click();
    const problems = page.getByRole("dialog", { name: t("apps-flow.check.label"), exact: true });
    await problems.getByRole("button").filter({ hasText: "gone.field1" }).click();
    await expect(flow.field(t("apps-flow.form.templateText"))).toBeFocused();
    await flow
      .node("template2")
      .getByRole("button", { name: t("apps-flow.mend.node", { name: "start.field1" }) })
      .click();
    await expect(flow.field(t("apps-flow.form.templateText"))).toHaveText(/Wet: .+ \/ .+/);
    await expect(page.getByText(t("apps-flow.check.none"), { exact: true })).toBeVisible();

    // A removed node comes back with its connections.
    await flow.node("join1").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expect(flow.node("answer")).toBeFocused();
    await flow.node("join1").click();
    await flow.node("join1").focus();
    await page.keyboard.press("Delete");
    await expect(flow.node("join1")).toHaveCount(0);
    await page.getByRole("button", { name: t("apps-flow.tools.undo"), exact: true }).click();
    await expect(flow.edges()).toHaveCount(6);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(flow.node("join1")).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(flow.node("join1")).toBeVisible();

    // Nothing is lost by a reload.
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: /\d\d:\d\d/ })
        .first(),
    ).toBeAttached();
    await page.reload();
    await expect(flow.edges()).toHaveCount(6);
    await page.getByRole("button", { name: t("apps-editor.publish"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: t("apps-editor.publishForm.submit"), exact: true }).click();
    await expect(dialog).toHaveCount(0);

    // Against what was published, what is changed now has a number in the graph and the list.
    await flow.open("template1");
    await flow.field(t("apps-flow.form.templateText")).fill("Dry today");
    await expect(page.getByRole("status").filter({ hasText: t("apps-editor.saved.unsaved") })).toHaveCount(0);
    await page.getByRole("link", { name: t("apps-editor.tabs.versions") }).click();
    const changes = page.getByRole("complementary", { name: t("apps-flow.changes.title"), exact: true });
    await expect(changes.getByRole("listitem")).toHaveCount(1);
    await expect(changes).toContainText("Dry today");
  });
});
