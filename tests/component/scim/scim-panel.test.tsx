import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { ScimPanel } from "@/components/features/scim/scim-panel";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { ScimState } from "@/lib/features/scim/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const CHANNEL = "5b1f9a54-0000-7000-8000-000000000001";
const BASE = `/api/admin/login-channels/${CHANNEL}/scim`;
const TOKEN = "scim-abc";
const empty: ScimState = {
  baseUrl: "https://product.example/api/scim/v2",
  hasToken: false,
  isEditable: true,
  subject: "externalId",
  people: 0,
  disabled: 0,
  groups: 0,
  lastPushAt: null,
};

async function show(state: Partial<ScimState> = {}, locale: "zh_CN" | "en_US" = "en_US", answers: Answers = {}) {
  const current = { ...empty, ...state };
  const seen = answerCalls({
    [`GET ${BASE}`]: () => ({ data: { ...current } }),
    [`GET ${BASE}/groups`]: {
      data: { items: [{ id: "1", displayName: "Law", externalId: "g1", members: 3 }], total: 1 },
    },
    [`POST ${BASE}`]: () => {
      current.hasToken = true;
      return { data: { token: TOKEN } };
    },
    [`DELETE ${BASE}`]: () => {
      current.hasToken = false;
      return { data: null };
    },
    ...answers,
  });
  await act(async () => {
    await renderWithTexts(
      <QueryProvider>
        <ScimPanel channelId={CHANNEL} />
        <DialogHost />
        <Toaster />
      </QueryProvider>,
      locale,
    );
  });
  return seen;
}

afterEach(() => act(() => browserQueryClient().clear()));

it("a token is made, shown once, replaced after a question and taken back", async () => {
  const user = userEvent.setup();
  const seen = await show();
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  expect(await screen.findByText(TOKEN)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "I have copied it, hide the token" }));
  expect(screen.queryByText(TOKEN)).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Replace token" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
  const made = () => seen.filter(({ call }) => call.startsWith("POST")).length;
  expect(made()).toBe(1);
  await user.click(screen.getByRole("button", { name: "Replace token" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Replace token" }));
  await waitFor(() => expect(made()).toBe(2));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Revoke token" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Revoke token" }));
  expect(await screen.findByRole("button", { name: "Create token" })).toBeInTheDocument();
  expect(screen.queryByText(TOKEN)).toBeNull();
});

it("shows the address, the figures, the groups and what both sides must agree on", async () => {
  await show({ people: 1200, disabled: 4, groups: 1, subject: "userName" }, "zh_CN");
  expect(await screen.findByText("https://product.example/api/scim/v2")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "已推送的内容" })).toHaveTextContent("1,200");
  const groups = screen.getByRole("region", { name: "推送的组" });
  expect(await within(groups).findByText("Law")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "如何设置" })).toHaveTextContent("userName");
});

it("whoever may not change the channel sees no button and why", async () => {
  await show({ hasToken: true, isEditable: false });
  expect(await screen.findByText(/Only administrators can change the token/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Revoke token" })).toBeNull();
});

it("says when the state cannot be read, and tries again", async () => {
  const user = userEvent.setup();
  let asked = 0;
  await show({}, "en_US", { [`GET ${BASE}`]: () => (asked++ < 4 ? { code: 500, message: "x" } : { data: empty }) });
  expect(await screen.findByText("The push status could not be read", {}, { timeout: 20_000 })).toBeInTheDocument();
  asked = 9;
  await user.click(screen.getByRole("button", { name: /again/i }));
  expect(await screen.findByRole("button", { name: "Create token" })).toBeInTheDocument();
}, 30_000);
