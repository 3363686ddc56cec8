import { expect, type Locator, type Page } from "@playwright/test";
import type { GatewayTab } from "../../lib/features/gateway/state";
import type { Texts } from "../setup/e2e";

/** The console's supplier gateway, as an administrator speaks of it. */
export class GatewayPage {
  readonly drawer: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.drawer = page.getByRole("dialog");
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/system/gateway/model-supplier${query}`);
    // An open drawer hides the tabs from assistive technology.
    await this.page.getByRole("tab", { name: this.t("gateway.tab.suppliers"), includeHidden: true }).waitFor();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
  }

  tab(tab: GatewayTab): Promise<void> {
    return this.page.getByRole("tab", { name: this.t(`gateway.tab.${tab}`), exact: true }).click();
  }

  row(name: string): Locator {
    return this.page.getByRole("row").filter({ hasText: name });
  }

  /** A model's card in the tab of channels. */
  card(model: string): Locator {
    return this.page.getByRole("region", { name: model, exact: true });
  }

  button(name: string, scope: Locator | Page = this.page): Locator {
    return scope.getByRole("button", { name, exact: true });
  }

  async save(): Promise<void> {
    await this.button(this.t("common.action.save"), this.drawer).click();
  }

  /** Picks one in a field that searches. */
  async pick(label: string, name: string): Promise<void> {
    const field = this.drawer.getByRole("combobox", { name: label });
    await field.fill(name);
    await this.drawer.getByRole("option", { name }).first().click();
  }

  /** The whole set-up of a supplier in its one drawer. */
  async connect(supplier: { name: string; address: string; keys: string[]; models: string[] }): Promise<void> {
    const { t, drawer } = this;
    await this.button(t("gateway.add.suppliers")).click();
    await drawer.getByLabel(t("gateway.supplier.form.name"), { exact: false }).first().fill(supplier.name);
    await drawer.getByLabel(t("gateway.supplier.form.address")).fill(supplier.address);
    for (const [index, key] of supplier.keys.entries()) {
      if (index > 0) await this.button(t("gateway.supplier.form.addKey"), drawer).click();
      const label =
        index === 0 ? t("gateway.supplier.form.key") : t("gateway.supplier.form.furtherKey", { index: index + 1 });
      await drawer.getByLabel(label, { exact: true }).fill(key);
    }
    await this.button(t("gateway.discovery.find"), drawer).click();
    for (const model of supplier.models) await drawer.getByRole("checkbox", { name: model, exact: true }).check();
    await this.save();
    await this.button(t("models-list.prices.skip"), drawer).click();
    await expect(drawer).toHaveCount(0);
  }
}
