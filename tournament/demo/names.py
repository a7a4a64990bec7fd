"""Names for people and teams that do not exist."""

FIRST_NAMES = (
    "Aaliyah Abel Adam Aiko Alba Amara Amir Ana Anders Anika Arlo Asha Astrid Ayo Bao Beatriz Ben Bianca Björn Callum "
    "Carmen Chidi Chloé Clara Dana Daniel Dario Deniz Diego Dina Edith Eero Elena Elias Emeka Emil Esme Ezra Farah "
    "Felix Fiona Freya Gita Goran Grace Hana Hugo Ibrahim Ines Ingrid Iris Ivan Jamal Jana Jin Jonas Josefa José Juno "
    "Kai Karim Katya Kenji Kofi Lara Leila Leo Liam Lina Luca Lucía Maja Malik Mara Marek Mateo Maya Mei Mila Mina "
    "Nadia Naoki Nia Nico Nils Noor Nora Olek Olive Omar Oscar Otto Paloma Pablo Priya Quinn Rafael Rania Ravi Rosa "
    "Ruth Salma Sami Saskia Selma Simon Sofia Søren Tamar Tariq Teo Thea Tomás Uma Valentina Vera Viktor Wanda Wei "
    "Yara Yusuf Zara Zeno Zoe"
).split()

LAST_NAMES = (
    "Abbott Adeyemi Almeida Andersson Baker Banerjee Becker Bianchi Brandt Carter Castillo Chen Cohen Costa Dahl"
    " Davies Delgado Dubois Edwards Eriksen Farouk Fischer Flores Fraser García Gomez Greene Gupta Haddad Hansen"
    " Hernández Hughes Ishikawa Ito Jackson Jensen Johansson Kaplan Keller Khan Kim Kovács Kowalski Laine Larsen Lee"
    " Lopez Maier Martin Mbeki Mehta Mendes Morris Murphy Müller Nakamura Ndiaye Nguyen Novák Okafor Oliveira Osei"
    " Park Patel Pereira Petrov Quist Ramos Reyes Rossi Saito Santos Sato Schmidt Silva Singh Sokolov Sørensen Suzuki"
    " Tan Thompson Torres Ueda Vargas Vogel Walker Weber Williams Wong Yamada Young Zhang Zimmer"
).split()

TEAM_NAMES = (
    "Prime Suspects;Square Roots;Left to Right;The Remainders;Carry the One;Odd Socks;Even Stevens;Long Division;"
    "Factor Fiction;Sum of Us;Mean Machine;Radical Bunch;Power of Two;Common Ground;Number Crunchies;Zero Heroes;"
    "Perfect Cubes;Times Table;Triangle Club;Plus Size;Infinite Loops;Digit Diggers;Half Past Four;Order of Ops;"
    "Prime Rib;Brackets United;Decimal Dodgers;The Quotients;Double Digits;Tally Ho;Hidden Figures;Count On Us;"
    "Nine Lives;Pi in the Sky;Twenty Fourth;Abacus Finch;The Exponents;Greater Than;Fair Shares;Cross Multiply"
).split(";")
