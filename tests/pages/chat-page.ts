import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** Personal chat, as a person speaks of it. */
export class ChatPage {
  readonly input: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly questions: Locator;
  readonly conversation: Locator;
  readonly sessions: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.input = page.getByRole("textbox", { name: t("chat.composer.label") });
    this.send = page.getByRole("button", { name: t("chat.composer.send"), exact: true });
    this.stop = page.getByRole("button", { name: t("chat.composer.stop"), exact: true });
    this.questions = page.getByRole("article", { name: t("chat.question"), exact: true });
    this.conversation = page.getByRole("log", { name: t("chat.list.label") });
    this.sessions = page.getByRole("region", { name: t("chat.sessions.heading") });
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/personal/chat${query}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.input.waitFor();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
  }

  async pickModel(model: string): Promise<void> {
    const label = this.t("chat.composer.model", { model: "" });
    const picker = this.page.getByRole("button", { name: label.trim() });
    await picker.click();
    await this.page.getByRole("menuitemradio", { name: new RegExp(`^${model}( |$)`) }).click();
    await expect(picker).toContainText(model);
    await expect(this.page.getByRole("menu")).toBeHidden();
  }

  async openSettings(): Promise<Locator> {
    await this.page.getByRole("button", { name: this.t("chat.settings") }).click();
    const drawer = this.page.getByRole("dialog", { name: this.t("chat-more.settings.title") });
    await drawer.getByRole("button", { name: this.t("chat-more.settings.reset"), exact: true }).waitFor();
    return drawer;
  }

  async ask(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press("Enter");
  }

  /** The answers of a model, oldest first. */
  answers(model: string): Locator {
    return this.page.getByRole("article", { name: this.t("chat.answer.label", { model }) });
  }

  /** Waits until the last answer of this model is finished. */
  async finished(model: string): Promise<Locator> {
    const answer = this.answers(model).last();
    await expect(answer).toHaveAttribute("aria-busy", "false", { timeout: 45_000 });
    return answer;
  }

  row(title: string): Locator {
    return this.sessions.getByRole("listitem").filter({ has: this.page.getByRole("link", { name: title }) });
  }

  folder(name: string): Locator {
    return this.sessions.getByRole("button", { name: new RegExp(`^${name}`) });
  }

  /** A command of the list itself. */
  async organise(command: string): Promise<void> {
    await this.page.getByRole("button", { name: this.t("chat.sessions.organise"), exact: true }).click();
    await this.page.getByRole("menuitem", { name: command }).click();
  }

  /** A command of the menu under an answer. */
  async answerCommand(answer: Locator, command: string): Promise<void> {
    await answer.getByRole("button", { name: this.t("chat.answer.more"), exact: true }).click();
    await this.page.getByRole("menuitem", { name: command }).click();
  }

  async command(title: string, command: string): Promise<void> {
    await this.row(title).hover();
    await this.page.getByRole("button", { name: this.t("chat.sessions.more", { title }) }).click();
    await this.page.getByRole("menuitem", { name: command }).click();
  }
}
