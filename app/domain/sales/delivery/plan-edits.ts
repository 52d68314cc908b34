import type { PlanInput } from "./delivery-plan.schema";
import type { DeliveryPlan } from "./plan";

export type ZoneInput = PlanInput["zones"][number];
export type MethodInput = ZoneInput["methods"][number];
type Places = Pick<ZoneInput, "name" | "states" | "pinPrefixes">;

/** A changed plan, before it is checked. */
export interface PlanEdit {
  plan: PlanInput;
  /** The path of the changed part in it, e.g. "zones.0.methods.2."; "" for the plan itself. */
  at: string;
}

/** @returns null when the zone or method is no longer there */
export type EditPlan = (plan: DeliveryPlan) => PlanEdit | null;

/** The plan's own fields, without its zones. */
export const withRules =
  (rules: Partial<Omit<PlanInput, "zones">>): EditPlan =>
  (plan) => ({ plan: { ...plan, ...rules }, at: "" });

/** All zones at once, as a file or a preset has them. */
export const withPlan =
  (change: (plan: DeliveryPlan) => PlanInput): EditPlan =>
  (plan) => ({ plan: change(plan), at: "" });

/** A new zone, with its first method: a zone without one is refused. */
export const withNewZone =
  (places: Places, method: MethodInput): EditPlan =>
  (plan) => ({
    plan: { ...plan, zones: [...plan.zones, { ...places, methods: [method] }] },
    at: `zones.${plan.zones.length}.`,
  });

/** The name and places of a zone. */
export const withZone =
  (zoneId: number, places: Places): EditPlan =>
  (plan) =>
    editZone(plan, zoneId, (zone) => ({ ...zone, ...places }));

export const withoutZone =
  (zoneId: number): EditPlan =>
  (plan) =>
    plan.zones.some(({ id }) => id === zoneId)
      ? { plan: { ...plan, zones: plan.zones.filter(({ id }) => id !== zoneId) }, at: "" }
      : null;

/** A method of a zone. @param methodId null: a new one */
export const withMethod =
  (zoneId: number, methodId: number | null, method: MethodInput): EditPlan =>
  (plan) => {
    const methods = plan.zones.find(({ id }) => id === zoneId)?.methods ?? [];
    const index = methodId === null ? methods.length : methods.findIndex(({ id }) => id === methodId);
    if (index === -1) return null;
    const changed = methodId === null ? method : { ...method, id: methodId };
    const edit = editZone(plan, zoneId, (zone) => ({
      ...zone,
      methods: zone.methods.toSpliced(index, 1, changed as (typeof zone.methods)[number]),
    }));
    return edit && { ...edit, at: `${edit.at}methods.${index}.` };
  };

export const withoutMethod =
  (zoneId: number, methodId: number): EditPlan =>
  (plan) => {
    const zone = plan.zones.find(({ id }) => id === zoneId);
    if (!zone?.methods.some(({ id }) => id === methodId)) return null;
    return editZone(plan, zoneId, () => ({
      ...zone,
      methods: zone.methods.filter(({ id }) => id !== methodId),
    }));
  };

function editZone(
  plan: DeliveryPlan,
  zoneId: number,
  change: (zone: DeliveryPlan["zones"][number]) => ZoneInput,
): PlanEdit | null {
  const index = plan.zones.findIndex(({ id }) => id === zoneId);
  if (index === -1) return null;
  const zones: ZoneInput[] = plan.zones.map((zone, at) => (at === index ? change(zone) : zone));
  return { plan: { ...plan, zones }, at: `zones.${index}.` };
}

/**
 * Zones from a file or a preset, with the ids of the stored zones and methods of the same names: carts and clients hold them.
 */
export function keepIds(zones: readonly ZoneInput[], stored: DeliveryPlan): ZoneInput[] {
  const named = <Thing extends { name: string }>(things: readonly Thing[], name: string) =>
    things.find((thing) => sameName(thing.name, name));
  return zones.map((zone) => {
    const known = named(stored.zones, zone.name);
    const methods = zone.methods.map((method) => {
      const id = named(known?.methods ?? [], method.name)?.id;
      return id === undefined ? method : { ...method, id };
    });
    return known ? { ...zone, id: known.id, methods } : { ...zone, methods };
  });
}

/** Names that differ in letter case or spaces alone are the same. */
export const sameName = (one: string, other: string): boolean => folded(one) === folded(other);
const folded = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();
