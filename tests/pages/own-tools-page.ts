import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** Own tools, by hand and from descriptions, as whoever makes them speaks of them. */
export class OwnToolsPage {
  /** All there are, beside what is open. */
  readonly list: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.list = page.getByRole("complementary", { name: t("tools-own.list.title") });
  }

  async open(path: "/apps/add-api-tool" | "/apps/custom-import", title: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole("heading", { level: 1, name: title }).waitFor();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
  }

  section(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async choose(label: string, option: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).click();
    await this.page.getByRole("option", { name: option, exact: true }).click();
  }

  /** What went over the wire in the last try run. */
  async run(): Promise<Locator> {
    const section = this.section(this.t("tools-own.try.title"));
    await section
      .getByRole("button", { name: new RegExp(`^(${this.t("tools-own.try.run")}|${this.t("tools-own.try.again")})$`) })
      .click();
    return section;
  }
}
