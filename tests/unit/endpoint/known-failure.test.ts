import { AppError } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";

it("a failure is known by its name: routes and instrumentation hold a class each", async () => {
  await jest.isolateModulesAsync(async () => {
    const errors = await import("@/lib/errors/errors");
    const types = await import("@/lib/models/types");
    expect(errors.AppError).not.toBe(AppError);
    expect(failureKey(new errors.AppError("documentBroken"))).toBe("documentBroken");
    expect(failureKey(new types.SupplierError("supplierBusy"))).toBe("supplierBusy");
  });
  expect(failureKey(new Error("documentBroken"))).toBe("unknown");
});

it("a key counts only where the catalogue has it, and only on an error", () => {
  expect(failureKey(Object.assign(new Error("busy"), { key: "supplierBusy" }))).toBe("supplierBusy");
  expect(failureKey(Object.assign(new Error("busy"), { key: "toString" }))).toBe("unknown");
  expect(failureKey(Object.assign(new Error("busy"), { key: 7 }))).toBe("unknown");
  expect(failureKey({ key: "supplierBusy" })).toBe("unknown");
});

it("bytes the file store has lost are known however deep the error lies", async () => {
  await jest.isolateModulesAsync(async () => {
    const { ObjectMissing } = await import("@/lib/errors/object-missing");
    const lost = new Error("unreadable", { cause: new ObjectMissing(new Error("ENOENT")) });
    expect(failureKey(lost)).toBe("contentMissing");
  });
});
