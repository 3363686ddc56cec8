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
