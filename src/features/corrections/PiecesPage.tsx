import '../../styles/forms.css';
import { BulkPieces } from './BulkPieces.tsx';

type Props = { accountId: string; timeZone: string; today: string };

/** The pieces of some days, for the office that corrects them. */
export default function PiecesPage(props: Props) {
  return <BulkPieces {...props} />;
}
