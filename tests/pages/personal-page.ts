import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** The personal center. */
export class PersonalPage {
  readonly tabs: Locator;
  readonly memory: Locator;
  readonly profile: Locator;
  readonly collection: Locator;
  readonly folders: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.tabs = page.getByRole("navigation", { name: t("screens.user"), exact: true });
    this.memory = page.getByRole("region", { name: t("personal.memory.title"), exact: true });
    this.profile = page.getByRole("region", { name: t("personal.profile.title"), exact: true });
    this.collection = page.getByRole("region", { name: t("personal.collected.list"), exact: true });
    this.folders = page.getByRole("region", { name: t("personal.collected.folder.heading"), exact: true });
  }

  async open(tab: "info" | "token" | "collected", query = ""): Promise<void> {
    await this.page.goto(`/user/${tab}${query}`);
    await this.page.getByRole("heading", { level: 1, name: this.t("screens.user") }).waitFor();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
  }

  /** From the user menu at the foot of the sidebar. */
  async openFromMenu(): Promise<void> {
    await this.page.getByRole("button", { name: this.t("nav.userMenu.open") }).click();
    await this.page.getByRole("menuitem", { name: this.t("nav.userMenu.personalCentre") }).click();
    await this.page.waitForURL(/\/user\/info$/);
  }

  row(title: string): Locator {
    return this.collection.getByRole("row").filter({ hasText: title });
  }

  async command(title: string, command: string): Promise<void> {
    await this.page.getByRole("button", { name: this.t("personal.collected.more", { title }) }).click();
    await this.page.getByRole("menuitem", { name: command, exact: true }).click();
  }
}
