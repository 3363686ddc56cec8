import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { ChannelsScreen } from "@/components/features/login-channels/channels-screen";
import { formValues } from "@/components/features/login-channels/form-values";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { ChannelDetail, ChannelDto, ChannelTestResult } from "@/lib/features/login-channels/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ push: jest.fn() }),
}));

const ID = "0195b0a0-0000-7000-8000-000000000001";
const FLOW = "0195b0a0-0000-7000-8000-0000000000f1";
const channel = (over: Partial<ChannelDto> = {}): ChannelDto => ({
  id: ID,
  kind: "oidc",
  nameZh: "统一登录",
  nameEn: "Single sign-on",
  status: "disabled",
  isDefault: false,
  isTested: false,
  testedAt: null,
  failure: null,
  failedAt: null,
  people: 3,
  ...over,
});
const detail = (over: Partial<ChannelDetail> = {}): ChannelDetail => {
  const { settings, app, provisioning } = formValues("oidc", null);
  return {
    ...channel(),
    version: 1,
    settings: { ...settings, issuer: "https://id.example.com" },
    secrets: { clientSecret: true },
    app: { ...app, appId: "client" },
    provisioning,
    places: [],
    addresses: [],
    isStronger: false,
    revision: "r1",
    ...over,
  };
};
const choices = { newId: ID, origin: "https://ai.example.com", isFixed: true, roles: [] };

async function show(items: ChannelDto[], answers: Answers = {}, open: string | null = null) {
  const seen = answerCalls({
    "GET /api/admin/login-channels": { data: { items, total: items.length, limit: 50 } },
    "GET /api/admin/login-channels/choices": { data: choices },
    [`GET /api/admin/login-channels/${ID}`]: { data: detail() },
    ...answers,
  });
  await renderWithTexts(
    <QueryProvider>
      <ChannelsScreen first={{ items, total: items.length, limit: 50 }} open={open} tabs={[]} />
      <DialogHost />
      <Toaster />
    </QueryProvider>,
    "en_US",
  );
  return seen;
}

beforeEach(() => browserQueryClient().clear());

describe("the list of login channels", () => {
  it("begins with passwords, which have no switch, and says what is off, untested and broken", async () => {
    await show([channel({ failure: "signature", failedAt: "2026-01-02T03:04:05.000Z" })]);
    const [passwords, row] = within(screen.getByRole("list", { name: "Login channels" })).getAllByRole("listitem");
    expect(passwords).toHaveTextContent("Always on");
    expect(within(passwords!).queryByRole("switch")).toBeNull();
    expect(row).toHaveTextContent("Off");
    expect(row).toHaveTextContent("Not tested");
    expect(row).toHaveTextContent("The signature is not valid");
    expect(row).toHaveTextContent("3 people");
  });

  it("leads to the test instead of turning an untested channel on", async () => {
    const seen = await show([channel()]);
    await userEvent.click(screen.getByRole("switch", { name: "Turn Single sign-on on or off" }));
    expect(await screen.findByRole("button", { name: "Go to sign-in" })).toBeVisible();
    expect(seen.some(({ call }) => call.includes("/status"))).toBe(false);
  });

  it("asks before it turns one off, and says whom it ends", async () => {
    const path = `/api/admin/login-channels/${ID}/status`;
    const seen = await show([channel({ status: "enabled", isTested: true })], { [`POST ${path}`]: { data: null } });
    await userEvent.click(screen.getByRole("switch", { name: "Turn Single sign-on on or off" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("3 people");
    await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));
    await waitFor(() =>
      expect(seen.find(({ call }) => call.includes("/status"))?.body).toEqual({ status: "disabled" }),
    );
  });

  it("is put in order by keyboard", async () => {
    const second = { ...channel({ nameEn: "Second" }), id: FLOW };
    const path = "POST /api/admin/login-channels/order";
    const seen = await show([channel(), second], { [path]: { data: null } });
    act(() => screen.getByRole("button", { name: "Move Second up" }).focus());
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(seen.find(({ call }) => call.includes("/order"))?.body).toEqual({ ids: [FLOW, ID] }));
  });
});

describe("the form of a channel", () => {
  it("is made from the kind: what is missing is said at its field and nothing is sent", async () => {
    const seen = await show([]);
    await userEvent.click(screen.getByRole("button", { name: "Add a channel" }));
    await userEvent.click(await screen.findByRole("button", { name: /OpenID Connect/ }));
    expect(await screen.findByText(`https://ai.example.com/api/public/login/${ID}/callback`)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: /Issuer/ })).toHaveAccessibleDescription(/empty/));
    expect(seen.some(({ call }) => call.startsWith("POST"))).toBe(false);
  });

  it("leads to the test once it is saved under the id its addresses were shown with", async () => {
    const list = "GET /api/admin/login-channels";
    const made = () => seen.some(({ call }) => call === "POST /api/admin/login-channels");
    const seen = await show([], {
      [list]: () => ({ data: { items: made() ? [channel()] : [], total: 0, limit: 50 } }),
      "POST /api/admin/login-channels": { data: { id: ID } },
      [`POST /api/admin/login-channels/${ID}/site`]: { data: { problem: "answer" } },
    });
    await userEvent.click(screen.getByRole("button", { name: "Add a channel" }));
    await userEvent.click(await screen.findByRole("button", { name: /OpenID Connect/ }));
    await userEvent.type(await screen.findByRole("textbox", { name: /Chinese/ }), "统一登录");
    await userEvent.type(screen.getByRole("textbox", { name: /English/ }), "Single sign-on");
    await userEvent.type(screen.getByRole("textbox", { name: /Client ID/ }), "client");
    await userEvent.type(screen.getByRole("textbox", { name: /Issuer/ }), "https://id.example.com");
    await userEvent.type(screen.getByLabelText(/Client secret/), "hush");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("button", { name: "Go to sign-in" })).toBeVisible();
    // A wrong issuer is told at once, and stays until it is put right.
    expect(await screen.findByText(/did not check out/)).toBeVisible();
    expect(screen.getByText(/Check that the address belongs to an identity provider/)).toBeVisible();
    const sent = seen.find(({ call }) => call.startsWith("POST"))?.body;
    expect(sent).toMatchObject({ id: ID, kind: "oidc", secrets: { clientSecret: "hush" }, app: { appId: "client" } });
  });

  it("tells a wrong issuer of an edited channel after its form has closed", async () => {
    await show(
      [channel({ isTested: true, status: "enabled" })],
      {
        [`GET /api/admin/login-channels/${ID}`]: { data: detail({ isTested: true, status: "enabled" }) },
        [`PATCH /api/admin/login-channels/${ID}`]: { data: { switchedOff: false } },
        [`POST /api/admin/login-channels/${ID}/site`]: { data: { problem: "answer" } },
      },
      `edit:${ID}`,
    );
    const name = await screen.findByRole("textbox", { name: /English/ });
    await userEvent.clear(name);
    await userEvent.type(name, "Company account");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: /English/ })).toBeNull());
    expect(await screen.findByText(/did not check out/)).toBeVisible();
  });

  it("never shows a stored secret, asks for it again at another address, and keeps what was typed on failure", async () => {
    const path = `PATCH /api/admin/login-channels/${ID}`;
    const refusal = { code: 409, data: { error: "channelIssuerTaken", fields: { "settings.issuer": "issuerTaken" } } };
    const seen = await show([channel({ status: "enabled", isTested: true })], {
      [`GET /api/admin/login-channels/${ID}`]: { data: detail({ status: "enabled" }) },
      [path]: refusal,
    });
    await userEvent.click(screen.getByRole("button", { name: "Single sign-on" }));
    const issuer = await screen.findByRole("textbox", { name: /Issuer/ });
    expect(screen.getByText("Stored")).toBeVisible();
    expect(screen.queryByText(/Saving turns the channel off/)).toBeNull();
    await userEvent.clear(issuer);
    await userEvent.type(issuer, "https://other.example.com");
    expect(screen.getByText(/Saving turns the channel off/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const secret = screen.getByLabelText(/Client secret/);
    await waitFor(() => expect(secret).toHaveAccessibleDescription(/Enter the secret again/));
    await userEvent.type(secret, "fresh");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(issuer).toHaveAccessibleDescription(/Another channel/));
    expect(issuer).toHaveValue("https://other.example.com");
    const sent = seen.find(({ call }) => call.startsWith("PATCH"))?.body;
    expect(sent).toMatchObject({ secrets: { clientSecret: "fresh" } });
  });
});

describe("the outcome of a test", () => {
  const passed: ChannelTestResult = {
    channelId: ID,
    isCurrent: true,
    ok: true,
    passed: true,
    problem: null,
    exists: false,
    subject: "s-1",
    account: "ada",
    name: "Ada",
    email: null,
    phone: null,
    department: "Head office / Research",
    roles: [{ name: "员工", nameEn: "Staff" }],
    removedRoles: [],
    claims: [{ name: "groups", values: ["research"] }],
  };
  const tests = `GET /api/admin/login-channels/tests/${FLOW}`;

  it("shows whom it would make, where and with which roles, and then turns the channel on", async () => {
    const seen = await show(
      [channel({ isTested: true })],
      { [tests]: { data: passed }, [`POST /api/admin/login-channels/${ID}/status`]: { data: null } },
      `result:${FLOW}`,
    );
    expect(await screen.findByText("The sign-in works")).toBeVisible();
    for (const text of ["ada", "Head office / Research", "Staff"]) expect(screen.getByText(text)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Turn the channel on" }));
    await waitFor(() => expect(seen.find(({ call }) => call.includes("/status"))?.body).toEqual({ status: "enabled" }));
  });

  it("says in words why it failed and what to do, and offers no way on", async () => {
    const failed: ChannelTestResult = { channelId: ID, isCurrent: true, ok: false, reason: "clientRefused" };
    await show([channel()], { [tests]: { data: failed } }, `result:${FLOW}`);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("credentials were refused");
    expect(alert).toHaveTextContent("a secret may have expired");
    expect(screen.queryByRole("button", { name: "Turn the channel on" })).toBeNull();
  });
});
