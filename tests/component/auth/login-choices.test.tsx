import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LoginChoices } from "@/app/(auth)/login/_components/login-choices";
import { LoginPanel } from "@/app/(auth)/login/_components/login-panel";
import { toastStore } from "@/lib/client/toast";
import type { LoginMethodDto } from "@/lib/features/auth/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const replace = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ replace, refresh: () => undefined }) }));

const METHODS: LoginMethodDto[] = [
  { type: "password", name: "password" },
  { type: "wecom", name: "企业微信", url: "/api/public/login/1/start?redirectUrl=%2Fuser%2Finfo" },
  { type: "oidc", name: "Company ID", url: "/api/public/login/2/start", logoUrl: "/public/file/logo" },
  { type: "ldap", name: "域账号", url: "/login-ad" },
  { type: "jwt", name: "Portal" },
];

function panel(methods: LoginMethodDto[], failure: string | null = null) {
  return (
    <LoginPanel
      target="/personal/chat"
      product="子午"
      isSignedIn={false}
      pending={[]}
      failure={failure}
      choices={<LoginChoices methods={methods} />}
    />
  );
}

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/login");
  answerCalls({});
});
afterEach(() => act(() => toastStore.set(null)));

describe.each([
  ["zh_CN", "或使用以下方式登录"],
  ["en_US", "Or sign in with"],
] as const)("channels on the login page in %s", (locale, title) => {
  it("are links named as the channel, in the order given; what cannot be clicked is not there", async () => {
    await renderWithTexts(panel(METHODS), locale);
    const links = within(screen.getByRole("navigation", { name: title })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["企业微信", "/api/public/login/1/start?redirectUrl=%2Fuser%2Finfo"],
      ["Company ID", "/api/public/login/2/start"],
      ["域账号", "/login-ad"],
    ]);
    for (const [index, name] of ["企业微信", "Company ID", "域账号"].entries()) {
      expect(links[index]).toHaveAccessibleName(name);
    }
  });
});

it("leaves the form alone when passwords are the only way", async () => {
  await renderWithTexts(
    panel([
      { type: "password", name: "password" },
      { type: "jwt", name: "Portal" },
    ]),
  );
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "登录" })).toBeInTheDocument();
});

it("shows a channel's logo without naming it twice", async () => {
  const { container } = await renderWithTexts(panel(METHODS));
  const logos = container.querySelectorAll("nav img");
  expect(logos).toHaveLength(1);
  expect(logos[0]).toHaveAttribute("src", "/public/file/logo");
  expect(logos[0]).toHaveAttribute("alt", "");
});

describe("a sign-in that failed elsewhere", () => {
  const TEXT = "登录被取消，或对方没有同意";

  it("is announced in words, and leaves the address, which keeps where to go", async () => {
    window.history.replaceState(null, "", "/login?failed=channelDenied&redirectUrl=%2Fuser%2Finfo");
    await renderWithTexts(panel(METHODS, TEXT));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(TEXT));
    expect(window.location.search).toBe("?redirectUrl=%2Fuser%2Finfo");
    // One can go on right here.
    await userEvent.type(screen.getByLabelText("账号"), "lin");
    expect(screen.getByRole("alert")).toHaveTextContent(TEXT);
  });

  it("says nothing when there are no words for it, or after a reload", async () => {
    window.history.replaceState(null, "", "/login?failed=%3Cb%3E");
    const { unmount } = await renderWithTexts(panel(METHODS, null));
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    expect(window.location.search).toBe("");
    unmount();
    await renderWithTexts(panel(METHODS, TEXT));
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  });
});
