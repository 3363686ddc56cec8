import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import { mayReload } from "@/lib/client/reload-once";
import { failureText, reportFailure } from "@/lib/client/report-failure";
import { endSession } from "@/lib/client/session";
import { toastStore } from "@/lib/client/toast";

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  } as Storage;
}

const reload = jest.fn();

beforeEach(() => {
  toastStore.set(null);
  const value = { localStorage: memoryStorage(), sessionStorage: memoryStorage(), location: { reload } };
  Object.defineProperty(globalThis, "window", { configurable: true, value });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "window");
});

describe("what a failed call says", () => {
  it("prefers the server's message, then a sentence for the reason, then the default", () => {
    expect(failureText(new ApiError({ code: 409, message: "已存在" }))).toBe("已存在");
    expect(failureText(new ApiError({ code: 0, reason: "network" }))).toEqual({ key: "networkError" });
    expect(failureText(new ApiError({ code: 0, reason: "timeout" }))).toEqual({ key: "timeout" });
    expect(failureText(new ApiError({ code: 500 }))).toEqual({ key: "unknownError" });
    expect(failureText(new TypeError("x is undefined"))).toEqual({ key: "unknownError" });
  });

  it("is silent about a cancelled request", () => {
    reportFailure(new RequestCancelled());
    expect(toastStore.get()).toBeNull();
  });

  it("shows any other failure as an error", () => {
    reportFailure(new ApiError({ code: 422, message: "请先选择模型" }));
    expect(toastStore.get()).toMatchObject({ kind: "error", text: "请先选择模型" });
  });
});

describe("code 401", () => {
  it("clears the token, keeps drafts, and reloads", () => {
    window.localStorage.setItem("token", "old");
    window.sessionStorage.setItem("draft:chat", "没说完的话");
    reportFailure(new ApiError({ code: 401, message: "登录已失效" }));
    expect(window.localStorage.getItem("token")).toBeNull();
    expect(window.sessionStorage.getItem("draft:chat")).toBe("没说完的话");
    expect(reload).toHaveBeenCalledTimes(1);
    expect(toastStore.get()).toBeNull();
  });

  it("says so instead of reloading a second time within a minute", () => {
    endSession();
    endSession();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(toastStore.get()).toMatchObject({ kind: "error", text: { key: "sessionEnded" } });
  });
});

describe("reloading by itself", () => {
  it("is allowed once a minute", () => {
    expect(mayReload(1_000_000)).toBe(true);
    expect(mayReload(1_059_999)).toBe(false);
    expect(mayReload(1_060_000)).toBe(true);
  });

  it("never happens without a memory of the last time", () => {
    Object.defineProperty(globalThis, "window", { configurable: true, value: {} });
    expect(mayReload()).toBe(false);
  });
});
