import type { ProvisionerFulfil } from "../../../generated/provisioner/src/client.js";
import type { ProvisionArguments } from "../../../generated/provisioner/src/types.js";

/** `confirm` is not answered: TS2741. */
export const fulfil: ProvisionerFulfil = { provision: { region: () => ({ region: "eu-west-1" }) } };

/** No such size: TS2322. */
export const args: ProvisionArguments = { name: "orders", size: "huge" };
