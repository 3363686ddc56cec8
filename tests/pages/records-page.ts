import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import type { Person, Texts } from "../setup/e2e";

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 6)}`;

/** The records of conversations, the console's and a person's own. */
export class RecordsPage {
  readonly rows: Locator;
  readonly drawer: Locator;
  readonly question: Locator;
  readonly search: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.rows = page.getByRole("row");
    this.drawer = page.getByRole("dialog");
    this.question = page.getByRole("alertdialog");
    this.search = page.getByRole("searchbox");
  }

  async openConsole(query = ""): Promise<void> {
    await this.page.goto(`/system/detail-manage/detail-record${query}`);
    await expect(this.page.getByRole("heading", { level: 1, name: this.t("records.title") })).toBeVisible();
  }

  async openOwn(): Promise<void> {
    await this.page.goto("/user/records");
    await expect(this.search).toBeVisible();
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** Opens the policy of a department from its row on the page of departments. */
  async openPolicy(department: string): Promise<void> {
    await this.page.goto(`/system/user-manage/dept-manage?q=${encodeURIComponent(department)}`);
    await this.page
      .getByRole("button", { name: this.t("organisation.departments.more", { name: department }) })
      .click();
    await this.page.getByRole("menuitem", { name: this.t("records.policy.menu") }).click();
    await expect(
      this.page.getByRole("dialog", { name: this.t("records.policy.titleOf", { name: department }) }),
    ).toBeVisible();
  }

  async save(): Promise<void> {
    await this.drawer.getByRole("button", { name: this.t("common.action.save"), exact: true }).click();
  }
}

/** A department below the root with these people in it; answers its name. */
export async function makeDepartmentOf(
  request: APIRequestContext,
  token: string,
  people: readonly Person[],
): Promise<string> {
  const headers = { authorization: token };
  const { data } = await (await request.get("/api/admin/org/departments", { headers })).json();
  const root = data.items.find(({ parentId }: { parentId: string | null }) => parentId === null);
  const name = unique("Labs");
  const body = { name, parentId: root.id };
  const made = await request.post("/api/admin/org/departments", { data: body, headers });
  expect(made.status()).toBe(200);
  const departmentId = (await made.json()).data.id;
  for (const { id } of people) {
    const moved = await request.patch(`/api/admin/org/users/${id}`, { data: { departmentId }, headers });
    expect(moved.status()).toBe(200);
  }
  return name;
}

/** A chat with one answered question, asked by call; answers the chat's id. */
export async function talk(
  request: APIRequestContext,
  token: string,
  { title, text }: { title: string; text: string },
): Promise<string> {
  const headers = { authorization: token };
  const made = await request.post("/api/chat/sessions", { data: { title }, headers });
  const { id } = (await made.json()).data;
  const models = await (await request.get("/api/chat/models", { headers })).json();
  const model = models.data.items.find(({ name }: { name: string }) => name === "fake-echo");
  const answered = await request.post(`/api/chat/sessions/${id}/answer`, {
    data: { text, modelId: model.id },
    headers,
  });
  expect(answered.status()).toBe(200);
  await answered.text();
  return id;
}
