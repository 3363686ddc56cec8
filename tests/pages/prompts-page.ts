import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** The prompt square and its drawers, as a person speaks of them. */
export class PromptsPage {
  readonly cards: Locator;
  readonly drawer: Locator;
  readonly search: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.cards = page.getByRole("list", { name: t("prompts.card.list") });
    this.drawer = page.getByRole("dialog");
    this.search = page.getByRole("searchbox", { name: t("prompts.search") });
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/personal/chat?view=prompts${query}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name: this.t("prompts.title") })).toBeVisible();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
    // The list is read by the browser: once it is there, buttons react.
    await expect(this.page.getByRole("main").getByRole("status", { name: this.t("common.state.loading") })).toHaveCount(
      0,
    );
  }

  async tab(key: string): Promise<void> {
    const tab = this.page.getByRole("tab", { name: this.t(`prompts.tab.${key}`), exact: true });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
  }

  card(name: string): Locator {
    return this.cards.getByRole("listitem").filter({ hasText: name });
  }

  async openCard(name: string): Promise<void> {
    await this.cards.getByRole("button", { name: this.t("prompts.card.open", { name }), exact: true }).click();
    await expect(this.drawer.getByRole("heading", { name, exact: true })).toBeVisible();
  }

  async part(key: string): Promise<void> {
    await this.drawer.getByRole("tab", { name: this.t(`prompts.drawer.${key}`), exact: true }).click();
  }

  async command(key: string): Promise<void> {
    await this.drawer.getByRole("button", { name: this.t("prompts.drawer.more") }).click();
    await this.page.getByRole("menuitem", { name: this.t(`prompts.drawer.${key}`), exact: true }).click();
  }

  field(key: string): Locator {
    return this.drawer.getByRole("textbox", { name: this.t(`prompts.field.${key}`), exact: true });
  }

  async save(): Promise<void> {
    await this.drawer.getByRole("button", { name: this.t("common.action.save"), exact: true }).click();
  }

  async close(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await expect(this.drawer).toHaveCount(0);
  }
}
