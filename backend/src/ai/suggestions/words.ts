/** Words that say nothing about what a business does, where it is, or what is special about it; folded. */
export const GENERIC_WORDS = new Set(
  `the and for with our your you their from all any are can near nearby local around area areas town city shop store
  company business service services repair repairs fitting installation installations maintenance design delivery
  consultation consultations advice support professional quality custom bespoke made new online home house open
  expert experts specialist specialists team work works solution solutions care help other more one per into
  der die das und fur mit unser unsere ihr ihre von zum zur bei auch eine einer nahe stadt umgebung laden geschaft
  firma betrieb beratung reparatur reparaturen wartung montage einbau leistung leistungen angebot neu hilfe
  les des une pour avec notre nos votre vos pres chez dans ville autour entreprise magasin boutique reparation
  entretien conseil conseils livraison prestation prestations
  los las una para con nuestro nuestra cerca ciudad empresa tienda negocio servicio servicios reparacion reparaciones
  instalacion mantenimiento asesoramiento entrega
  gli del della per con nostro nostra vicino citta azienda negozio servizio servizi riparazione riparazioni
  installazione manutenzione consulenza consegna`
    .split(/\s+/u)
    .filter(Boolean),
);
