export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

type Listed = { employee: { _id: string; firstName: string; lastName: string } };
/** Returns the employee of a row of a list, as the columns of names ask for it. */
export const identified = ({ employee: { _id, firstName, lastName } }: Listed) => ({
  employeeId: _id,
  firstName,
  lastName,
});
