import { inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { models, suppliers } from "../../schema/models";

/** Models of these names. */
export function listModelsNamed(db: Queryable, names: readonly string[]) {
  return db
    .select({ id: models.id, name: models.name })
    .from(models)
    .where(inArray(models.name, [...names]));
}

/** What suppliers are known by when they come once more. */
export function listSupplierPlaces(db: Queryable) {
  return db.select({ name: suppliers.name, template: suppliers.template, baseUrl: suppliers.baseUrl }).from(suppliers);
}
