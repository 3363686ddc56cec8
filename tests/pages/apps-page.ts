import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

type Kind = "agent" | "assistant" | "generation" | "workflow";

/** Apps as whoever makes them works on them: workbench, editor, versions, and whom they are shown to. */
export class AppsPage {
  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {}

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** A blank app of a kind, made in the workbench; answers its id, with its editor open. */
  async make(kind: Kind, name: string): Promise<string> {
    const { page, t } = this;
    await page.goto("/apps/workbench");
    await this.button(t("apps-list.create")).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: t("apps-list.form.blank"), exact: true }).click();
    await dialog.getByRole("radio", { name: t(`apps-list.kind.${kind}`), exact: true }).click();
    await dialog.getByLabel(t("apps-list.form.name"), { exact: false }).first().fill(name);
    await dialog.getByRole("button", { name: t("apps-list.form.submit"), exact: true }).click();
    await expect(page).toHaveURL(/\/apps\/app-params-edit\/[0-9a-f-]{36}/);
    return /app-params-edit\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  }

  /** What an app that talks is told, or what one that writes is to write. */
  instructions(kind: "agent" | "assistant" | "generation"): Locator {
    const key = kind === "generation" ? "titleGeneration" : "title";
    return this.page.getByRole("textbox", { name: this.t(`apps-editor.instructions.${key}`), exact: true });
  }

  async chooseModel(model: string): Promise<void> {
    await this.page.getByRole("combobox", { name: this.t("apps-editor.sections.modelLabel") }).click();
    await this.page.getByRole("option", { name: model, exact: true }).click();
  }

  async section(key: string): Promise<void> {
    await this.page.getByRole("button", { name: this.t(`apps-editor.sections.${key}`) }).click();
  }

  /** Picks one of what a field finds by a word. */
  async pick(label: string, word: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(word);
    await this.page.getByRole("option", { name: word }).first().click();
  }

  async tab(tab: string): Promise<void> {
    await this.page.getByRole("link", { name: this.t(`apps-editor.tabs.${tab}`) }).click();
  }

  async publish(): Promise<void> {
    const { page, t } = this;
    await this.button(t("apps-editor.publish")).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: t("apps-editor.publishForm.submit"), exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }

  async showToAll(): Promise<void> {
    const { page, t } = this;
    await this.tab("square");
    await page.getByRole("radio", { name: t("common.sharing.short.all"), exact: true }).click();
    await this.button(t("common.action.save")).click();
    await expect(this.button(t("common.action.save"))).toBeDisabled();
  }

  /** A version takes the place of the draft. */
  async rollBackTo(version: number): Promise<void> {
    const { page, t } = this;
    await this.tab("versions");
    const versions = page.getByRole("list", { name: t("apps-editor.versions.list"), exact: true });
    await versions.getByRole("button", { name: t("apps-editor.versions.version", { version }) }).click();
    await this.button(t("apps-editor.versions.restore.open")).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("apps-editor.versions.restore.ok"), exact: true })
      .click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }

  /** Opens an app from the square. */
  async openFromSquare(name: string): Promise<void> {
    await this.page.goto(`/apps/square?q=${encodeURIComponent(name)}`);
    await this.page.getByRole("link", { name, exact: true }).click();
  }
}
