import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LoginPanel } from "@/app/(auth)/login/_components/login-panel";
import { Toaster } from "@/components/common/toaster";
import { toastStore } from "@/lib/client/toast";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const replace = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ replace, refresh: () => undefined }) }));

const WELCOME: Answers = {
  "POST /api/token/login-pw": { data: { token: "t-1" } },
  "GET /api/admin/login-config/current": { data: { methods: [{ type: "password", name: "password" }] } },
  "GET /api/admin/user/is-first-login": { data: { isFirstLogin: false, pending: [] } },
};

const panel = (
  <>
    <LoginPanel target="/personal/chat" product="子午" isSignedIn={false} pending={[]} />
    <Toaster />
  </>
);

const loginInTeams = jest.fn<Promise<void>, []>();
jest.mock("@/lib/client/teams-login", () => ({ loginInTeams: () => loginInTeams() }));

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/login");
});
afterEach(() => act(() => toastStore.set(null)));

describe.each([
  [
    "zh_CN",
    {
      account: "账号",
      password: "密码",
      submit: "登录",
      noAccount: "请填写账号",
      noPassword: "请填写密码",
      done: "登录成功",
    },
  ],
  [
    "en_US",
    {
      account: "Account",
      password: "Password",
      submit: "Sign in",
      noAccount: "Please fill in account",
      noPassword: "Please fill in password",
      done: "Login success",
    },
  ],
] as const)("login in %s", (locale, text) => {
  it("asks for account and password on submit, and calls nobody", async () => {
    const seen = answerCalls(WELCOME);
    await renderWithTexts(panel, locale);
    await userEvent.click(screen.getByRole("button", { name: text.submit }));
    expect(screen.getByText(text.noAccount)).toBeInTheDocument();
    expect(screen.getByText(text.noPassword)).toBeInTheDocument();
    expect(screen.getByLabelText(text.account)).toHaveFocus();
    expect(screen.getByLabelText(text.account)).toHaveAccessibleDescription(text.noAccount);
    expect(seen).toEqual([]);
  });

  it("checks a field when it is left", async () => {
    answerCalls(WELCOME);
    await renderWithTexts(panel, locale);
    await userEvent.type(screen.getByLabelText(text.account), "   ");
    await userEvent.tab();
    expect(screen.getByText(text.noAccount)).toBeInTheDocument();
    expect(screen.queryByText(text.noPassword)).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText(text.account), "lin");
    expect(screen.queryByText(text.noAccount)).not.toBeInTheDocument();
  });

  it("sends trimmed values with Enter, keeps the token, says so, loads methods and flag, and goes on", async () => {
    const seen = answerCalls(WELCOME);
    await renderWithTexts(panel, locale);
    await userEvent.type(screen.getByLabelText(text.account), "  lin.ruoxi ");
    await userEvent.type(screen.getByLabelText(text.password), " Secret-1 {Enter}");
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/personal/chat"));
    expect(await screen.findByText(text.done)).toBeInTheDocument();
    expect(seen[0]).toEqual({
      call: "POST /api/token/login-pw",
      body: { username: "lin.ruoxi", password: "Secret-1" },
    });
    expect(localStorage.getItem("token")).toBe("t-1");
    expect(localStorage.getItem("loginMethods")).toBe('["password"]');
    expect(localStorage.getItem("isFirstLogin")).toBe("false");
  });
});

describe("login", () => {
  const fill = async (password = "wrong") => {
    await userEvent.type(screen.getByLabelText("账号"), "lin");
    await userEvent.type(screen.getByLabelText("密码"), password);
    await userEvent.click(screen.getByRole("button", { name: /^登录/ }));
  };

  it("ends loading on failure and shows the server's message", async () => {
    answerCalls({ "POST /api/token/login-pw": { code: 400, message: "账号或密码不正确", data: {} } });
    await renderWithTexts(panel);
    await fill();
    expect((await screen.findAllByText("账号或密码不正确")).length).toBeGreaterThan(0);
    expect(screen.getByRole("button", { name: "登录" })).not.toHaveAttribute("aria-busy");
    expect(screen.queryByLabelText("验证码")).not.toBeInTheDocument();
    expect(replace).not.toHaveBeenCalled();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("sends nothing twice while the call runs", async () => {
    let answer: (value: Response) => void = () => undefined;
    const fetched = jest.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
    globalThis.fetch = fetched as unknown as typeof fetch;
    await renderWithTexts(panel);
    await fill();
    const button = screen.getByRole("button", { name: "登录中" });
    expect(button).toHaveAttribute("aria-busy", "true");
    await userEvent.click(button);
    await userEvent.type(screen.getByLabelText("密码"), "{Enter}");
    expect(fetched).toHaveBeenCalledTimes(1);
    await act(async () => answer({ json: async () => ({ code: 429, data: null, message: "请稍后再试" }) } as Response));
    expect((await screen.findAllByText("请稍后再试")).length).toBeGreaterThan(0);
  });

  it("asks for the verification code when the server requires it, and sends it with its id", async () => {
    const seen = answerCalls({
      "POST /api/token/login-pw": { code: 400, message: "请填写验证码", data: { captchaRequired: true } },
      "GET /api/public/verification-code": { data: { codeUuid: "c-9", image: "data:image/svg+xml,x" } },
    });
    await renderWithTexts(panel);
    await fill();
    const code = await screen.findByLabelText("验证码");
    expect(await screen.findByRole("img", { name: "验证码图片" })).toHaveAttribute("src", "data:image/svg+xml,x");
    await userEvent.type(code, " KV47 ");
    await userEvent.click(screen.getByRole("button", { name: "登录" }));
    await waitFor(() => expect(seen.filter(({ call }) => call.includes("login-pw"))).toHaveLength(2));
    expect(seen.filter(({ call }) => call.includes("login-pw"))[1]?.body).toEqual({
      username: "lin",
      password: "wrong",
      vfCode: "KV47",
      codeUuid: "c-9",
    });
    await waitFor(() => expect(seen.filter(({ call }) => call.includes("verification-code"))).toHaveLength(2));
    expect(screen.getByLabelText("验证码")).toHaveValue("");
  });

  it("shows and hides the password", async () => {
    answerCalls(WELCOME);
    await renderWithTexts(panel);
    const password = screen.getByLabelText("密码");
    expect(password).toHaveAttribute("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "显示密码" }));
    expect(password).toHaveAttribute("type", "text");
    await userEvent.click(screen.getByRole("button", { name: "隐藏密码" }));
    expect(password).toHaveAttribute("type", "password");
  });

  it("lets a first login set a password of its own, by live rules, before it goes on", async () => {
    const seen = answerCalls({
      ...WELCOME,
      "GET /api/admin/user/is-first-login": { data: { isFirstLogin: true, pending: ["password"] } },
      "POST /api/admin/user/change-password": { data: null },
    });
    await renderWithTexts(panel);
    await fill("Initial-1");
    const next = await screen.findByLabelText("新密码");
    const rules = screen.getByRole("list", { name: "密码要求" });
    expect(rules).toHaveTextContent("至少 8 位未满足");
    await userEvent.type(next, "Better-2");
    for (const rule of ["至少 8 位", "包含数字", "包含大写字母", "包含小写字母"]) {
      expect(rules).toHaveTextContent(`${rule}已满足`);
    }
    await userEvent.type(screen.getByLabelText("再次输入新密码"), "Better-3");
    await userEvent.click(screen.getByRole("button", { name: "保存并进入" }));
    expect(screen.getByText("两次输入的密码不一致")).toBeInTheDocument();
    expect(replace).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText("再次输入新密码"), "{Backspace}2{Enter}");
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/personal/chat"));
    expect(seen.at(-2)).toEqual({
      call: "POST /api/admin/user/change-password",
      body: { oldPassword: "Initial-1", newPassword: "Better-2" },
    });
    // Refused while the change is due, so they are asked for after it and only then.
    const methods = seen.map(({ call }) => call).filter((call) => call.endsWith("login-config/current"));
    expect(methods).toEqual(["GET /api/admin/login-config/current"]);
    expect(seen.at(-1)?.call).toBe(methods[0]);
  });

  it("takes a token out of the address at once and logs in with it", async () => {
    const seen = answerCalls({ ...WELCOME, "POST /api/token/login-jwt": { data: { token: "t-2" } } });
    window.history.replaceState(null, "", "/login?jwt=signed&redirectUrl=%2Fpersonal%2Fchat");
    await renderWithTexts(panel);
    expect(window.location.search).toBe("?redirectUrl=%2Fpersonal%2Fchat");
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/personal/chat"));
    expect(seen[0]).toEqual({ call: "POST /api/token/login-jwt", body: { token: "signed" } });
    expect(localStorage.getItem("token")).toBe("t-2");
  });

  it("falls back to the form when the token is refused", async () => {
    answerCalls({ "POST /api/token/login-jwt": { code: 400, message: "登录凭证无效" } });
    window.history.replaceState(null, "", "/login?jwt=forged");
    await renderWithTexts(panel);
    expect(await screen.findByText("登录凭证无效")).toBeInTheDocument();
    expect(screen.getByLabelText("账号")).toBeInTheDocument();
  });
});

describe.each([
  ["zh_CN", "正在用 Teams 账号登录", "登录"],
  ["en_US", "Signing you in with Teams", "Sign in"],
] as const)("in the team client, %s", (locale, waiting, submit) => {
  const inTeams = (
    <>
      <LoginPanel target="/personal/chat" product="子午" isSignedIn={false} pending={[]} inTeams />
      <Toaster />
    </>
  );

  it("its token is exchanged and the asked page is next", async () => {
    answerCalls(WELCOME);
    let done = () => {};
    loginInTeams.mockReturnValueOnce(new Promise((resolve) => (done = resolve)));
    await renderWithTexts(inTeams, locale);
    expect(screen.getByRole("status", { name: "" })).toHaveTextContent(waiting);
    expect(screen.queryByRole("button", { name: submit })).not.toBeInTheDocument();
    replace.mockClear();
    await act(async () => done());
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/personal/chat"));
  });

  it("a failure is logged, without a toast, and the form shows", async () => {
    const [info, error] = [jest.spyOn(console, "info").mockImplementation(), jest.spyOn(console, "error")];
    const seen = answerCalls(WELCOME);
    loginInTeams.mockRejectedValueOnce(new Error("no token"));
    await renderWithTexts(inTeams, locale);
    expect(await screen.findByRole("button", { name: submit })).toBeInTheDocument();
    expect(info).toHaveBeenCalledWith("team client sign-in:", "no token");
    expect(error).not.toHaveBeenCalled();
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    expect(seen).toEqual([]);
    info.mockRestore();
    error.mockRestore();
  });
});
