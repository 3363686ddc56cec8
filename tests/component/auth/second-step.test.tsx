import { TextEncoder } from "node:util";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LoginPanel } from "@/app/(auth)/login/_components/login-panel";
import { toastStore } from "@/lib/client/toast";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

// jsdom has none; the QR code is made of bytes.
Object.assign(globalThis, { TextEncoder });

const replace = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ replace, refresh: () => undefined }) }));

const panel = <LoginPanel target="/personal/chat" product="子午" isSignedIn={false} pending={[]} />;
const WELCOME: Answers = {
  "GET /api/admin/login-config/current": { data: { methods: [] } },
  "GET /api/admin/user/is-first-login": { data: { isFirstLogin: false, pending: [] } },
};
const required = {
  code: 400,
  message: "请输入验证器上的验证码",
  data: { error: "secondFactorRequired", captchaRequired: false },
};

beforeEach(() => {
  localStorage.clear();
  replace.mockClear();
  window.history.replaceState(null, "", "/login");
});
afterEach(() => act(() => toastStore.set(null)));

async function typeCredentials() {
  await userEvent.type(screen.getByLabelText("账号"), "lin");
  await userEvent.type(screen.getByLabelText("密码"), "Secret-1{Enter}");
}

it("asks for the code when the password fits, sends both again, and keeps neither", async () => {
  const seen = answerCalls({
    ...WELCOME,
    "POST /api/token/login-pw": (body) =>
      (body as { otp?: string }).otp === "123456" ? { data: { token: "t-1" } } : required,
  });
  await renderWithTexts(panel);
  await typeCredentials();
  const code = await screen.findByLabelText("验证码");
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute("inputmode", "numeric");
  await userEvent.type(code, " 123456 {Enter}");
  await waitFor(() => expect(replace).toHaveBeenCalledWith("/personal/chat"));
  expect(seen.filter(({ call }) => call.includes("login-pw")).map(({ body }) => body)).toEqual([
    { username: "lin", password: "Secret-1" },
    { username: "lin", password: "Secret-1", otp: "123456" },
  ]);
  expect(JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })).not.toContain("Secret-1");
});

it("empties the field after a wrong code, says why, and asks for the verification code when it is due", async () => {
  answerCalls({
    ...WELCOME,
    "POST /api/token/login-pw": (body) =>
      (body as { otp?: string }).otp
        ? { code: 400, message: "验证码不正确", data: { error: "secondFactorWrong", captchaRequired: true } }
        : required,
    "GET /api/public/verification-code": { data: { codeUuid: "c-1", image: "data:image/svg+xml,x" } },
  });
  await renderWithTexts(panel);
  await typeCredentials();
  await userEvent.type(await screen.findByLabelText("验证码"), "000000{Enter}");
  expect(await screen.findByText("验证码不正确")).toBeInTheDocument();
  expect(document.getElementById("otp")).toHaveValue("");
  expect(await screen.findByRole("img", { name: "验证码图片" })).toBeInTheDocument();
  expect(localStorage.getItem("token")).toBeNull();
});

it("takes a recovery code by a link, and goes back to the first step for another account", async () => {
  answerCalls({ ...WELCOME, "POST /api/token/login-pw": required });
  await renderWithTexts(panel);
  await typeCredentials();
  await userEvent.click(await screen.findByRole("button", { name: "改用恢复码" }));
  expect(screen.getByLabelText("恢复码")).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "换一个账号登录" }));
  expect(screen.getByLabelText("账号")).toHaveValue("");
});

it("lets an administrator who must have a second factor set it up, and then go on", async () => {
  const seen = answerCalls({
    ...WELCOME,
    "GET /api/admin/user/is-first-login": { data: { isFirstLogin: false, pending: ["factor"] } },
    "POST /api/token/login-pw": { data: { token: "t-1" } },
    "POST /api/admin/user/factor": {
      data: { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/M:lin?secret=JBSWY3DPEHPK3PXP" },
    },
    "POST /api/admin/user/factor/confirm": { data: { account: "lin", codes: ["ABCD-EFGH-JKMN"] } },
  });
  await renderWithTexts(panel);
  await typeCredentials();
  // The password was just typed: it is not asked for again.
  await userEvent.click(await screen.findByRole("button", { name: "继续" }));
  expect(seen.at(-1)?.body).toEqual({ password: "Secret-1" });
  expect(await screen.findByRole("img", { name: "两步验证的二维码" })).toBeInTheDocument();
  expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("输入应用显示的 6 位验证码"), "123456{Enter}");
  expect(await screen.findByText("ABCD-EFGH-JKMN")).toBeInTheDocument();
  expect(replace).not.toHaveBeenCalled();
  const go = screen.getByRole("button", { name: "进入" });
  expect(go).toBeDisabled();
  await userEvent.click(screen.getByLabelText("我已保存好恢复码"));
  await userEvent.click(go);
  await waitFor(() => expect(replace).toHaveBeenCalledWith("/personal/chat"));
});
